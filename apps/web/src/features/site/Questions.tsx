import { IconChevronDown } from "@tabler/icons-react";
import type { FaqEntry } from "../../texts/site/faq.ts";
import classes from "./site.module.css";

/**
 * Questions that expand one by one, also without scripts.
 * @param initiallyOpen the id of the question that is open initially
 */
export function Questions(props: {
  questions: readonly FaqEntry[];
  initiallyOpen?: string | undefined;
  /** The heading level of each question. */
  headingLevel?: 2 | 3;
}): React.JSX.Element {
  const { questions, initiallyOpen, headingLevel = 3 } = props;
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={classes.questions}>
      {questions.map(({ id, pergunta, resposta }) => (
        <details key={id} id={id} open={id === initiallyOpen}>
          <summary>
            <Heading className="t-painel">{pergunta}</Heading>
            <IconChevronDown size={18} stroke={1.8} aria-hidden="true" />
          </summary>
          {resposta.map((paragraph) => (
            <p key={paragraph} className={`${classes.text} ${classes.answer}`}>
              {paragraph}
            </p>
          ))}
        </details>
      ))}
    </div>
  );
}

/** The same questions as structured data for search engines; browsers do not run it. */
export function QuestionsData({ questions }: { questions: readonly FaqEntry[] }): React.JSX.Element {
  const data = {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    mainEntity: questions.map(({ pergunta, resposta }) => ({
      "@type": "Question",
      name: pergunta,
      acceptedAnswer: { "@type": "Answer", text: resposta.join("\n") },
    })),
  };
  return <script type="application/ld+json">{JSON.stringify(data).replaceAll("<", "\\u003c")}</script>;
}
