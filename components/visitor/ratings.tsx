import { useEffect, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { ratingsCopy, scoreWords } from "#components/catalogs/ratings.ts";
import { Moment } from "#components/time/moment.tsx";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import type { RatingJson } from "#lib/desk/ratings/schema.ts";
import { Face } from "./face.tsx";

/** How the visitor rated a conversation that has a rating, newest first. It's fetched again when the conversation changes. */
export function Ratings({ conversation: { id, updatedAt } }: { conversation: ConversationJson }) {
  const [ratings, setRatings] = useState<RatingJson[]>([]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new comment changes nothing else of the conversation.
  useEffect(() => {
    let isCurrent = true;
    const fetchRatings = async () => {
      const result = await callApi<{ ratings: RatingJson[] }>(`/conversations/${id}`);
      if (isCurrent && result.ok) setRatings(result.value.ratings);
    };
    void fetchRatings();
    return () => {
      isCurrent = false;
    };
  }, [id, updatedAt]);

  if (ratings.length === 0) return null;
  const title = ratings.length > 1 ? ratingsCopy.ratings : ratingsCopy.rating;
  return (
    <section aria-label={title} className="mt-5 border-t border-line pt-4">
      <h3 className="mb-1 text-xs text-quiet">{title}</h3>
      <ul className="grid gap-2">
        {ratings.toReversed().map(({ close, score, comment, via, ratedAt }) => (
          <li key={close}>
            <p className="flex flex-wrap items-center gap-x-1.5">
              <Face score={score} />
              <span className="font-medium">{scoreWords(score)}</span>
              <span className="text-xs text-quiet">
                <Moment at={ratedAt} form="date" /> {via === "email" && ratingsCopy.byEmail}
              </span>
            </p>
            {comment !== undefined && (
              <p className="wrap-anywhere whitespace-pre-line" dir="auto">
                {comment}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
