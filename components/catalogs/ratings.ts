import { catalog } from "#platform/catalog.ts";

/** How visitors rated, as the team sees it. The visitor chose from the same words. */
export const ratingsCopy = catalog("ratings", {
  rating: "Rating",
  ratings: "Ratings",
  words: ["Terrible", "Bad", "Okay", "Good", "Great"],
  score: (word: string, score: number) => `${word} (${score} of 5)`,
  rated: "Rated",
  ratedAs: (score: string) => `Rated: ${score}`,
  byEmail: "by email",
});

/** A score with its word, as in "Good (4 of 5)". */
export const scoreWords = (score: number): string => ratingsCopy.score(ratingsCopy.words[score - 1] ?? "", score);
