"use client";

import { sitesCopy } from "#components/catalogs/sites.tsx";
import { type AppearanceWords, filledWith, QUESTIONS } from "./site-words.ts";
import { WordsField, WordsText } from "./words-field.tsx";

const { looks } = sitesCopy;
const WELCOME_MAX = 180;
const REPLY_TIME_MAX = 120;
const QUESTION_MAX = 80;

type Props<Initial> = {
  initial: Initial;
  /** What visitors of the other languages get, as it's typed. */
  typed: Initial;
  words: AppearanceWords;
  typedWords: AppearanceWords;
  errors: Record<string, string>;
};

/** The welcome message in each language. */
export function WelcomeField({ initial, typed, words, typedWords, errors }: Props<string>) {
  return (
    <WordsField
      label={sitesCopy.welcomeMessage}
      name="welcomeMessage"
      filled={filledWith(typedWords, "welcomeMessage")}
      hint={sitesCopy.welcomeHint}
      errors={errors}
    >
      {(one) => (
        <WordsText
          one={one}
          label={sitesCopy.welcomeMessage}
          name="welcomeMessage"
          initial={one.language ? words[one.language]?.welcomeMessage : initial}
          fallback={one.language && typed}
          maxLength={WELCOME_MAX}
          isLong
        />
      )}
    </WordsField>
  );
}

/** How soon visitors get a reply, in the owner's words in each language. */
export function ReplyTimeField({ initial, typed, words, typedWords, errors }: Props<string>) {
  return (
    <WordsField
      label={looks.replyTimeText}
      name="replyTimeText"
      filled={filledWith(typedWords, "replyTimeText")}
      hint={looks.replyTimeTextHint}
      errors={errors}
    >
      {(one) => (
        <WordsText
          one={one}
          label={looks.replyTimeText}
          name="replyTimeText"
          initial={one.language ? words[one.language]?.replyTimeText : initial}
          fallback={(one.language && typed) || looks.replyTimeSample}
          maxLength={REPLY_TIME_MAX}
        />
      )}
    </WordsField>
  );
}

/** Up to three starter questions in each language. */
export function QuestionsField({ initial, typed, words, typedWords, errors }: Props<readonly string[]>) {
  const { questions, questionsHint, question, questionSamples } = looks;
  return (
    <WordsField
      label={questions}
      name="starterQuestions"
      filled={filledWith(typedWords, "starterQuestions")}
      hint={questionsHint}
      errors={errors}
    >
      {(one) => {
        const { language } = one;
        const own = language ? (words[language]?.starterQuestions ?? []) : initial;
        const fallback = language ? typed : questionSamples;
        return (
          <div className="grid gap-2">
            {QUESTIONS.map((at) => (
              <WordsText
                key={at}
                one={one}
                label={question(at + 1)}
                name={`question${at}`}
                initial={own[at]}
                fallback={fallback[at]}
                maxLength={QUESTION_MAX}
              />
            ))}
          </div>
        );
      }}
    </WordsField>
  );
}
