import { IconChevronDown } from "@tabler/icons-react";
import type { Pergunta } from "../../textos/site-faq.ts";
import classes from "./Perguntas.module.css";

/**
 * Questions that expand one by one, also without scripts.
 * @param initiallyOpen the id of the question that is open initially
 */
export function Perguntas(props: {
  perguntas: readonly Pergunta[];
  aberta?: string | undefined;
  /** The heading level of each question. */
  nivel?: 2 | 3;
}): React.JSX.Element {
  const { perguntas, aberta, nivel = 3 } = props;
  const Titulo = `h${nivel}` as const;
  return (
    <div className={classes.lista}>
      {perguntas.map(({ id, pergunta, resposta }) => (
        <details key={id} id={id} open={id === aberta}>
          <summary>
            <Titulo>{pergunta}</Titulo>
            <IconChevronDown size={18} stroke={1.8} aria-hidden="true" />
          </summary>
          <div className={classes.resposta}>
            {resposta.map((paragrafo) => (
              <p key={paragrafo}>{paragrafo}</p>
            ))}
          </div>
        </details>
      ))}
    </div>
  );
}

/** The same questions as structured data for search engines; browsers do not run it. */
export function PerguntasDados({ perguntas }: { perguntas: readonly Pergunta[] }): React.JSX.Element {
  const dados = {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    mainEntity: perguntas.map(({ pergunta, resposta }) => ({
      "@type": "Question",
      name: pergunta,
      acceptedAnswer: { "@type": "Answer", text: resposta.join("\n") },
    })),
  };
  return <script type="application/ld+json">{JSON.stringify(dados).replaceAll("<", "\\u003c")}</script>;
}
