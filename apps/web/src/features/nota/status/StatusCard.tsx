import {
  IconCheck,
  IconCircleCheckFilled,
  IconClock,
  IconEyeOff,
  IconMinus,
  IconX,
} from "@tabler/icons-react";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { notaTexts as texts } from "../../../texts/nota/nota.ts";
import { StatusIcon } from "../../../ui/documento/Status.tsx";
import { Assessment } from "./Assessment.tsx";
import classes from "./StatusCard.module.css";
import { type Comparison, statusCardTextsOf } from "./status-card-texts.ts";

const COMPARISON_ICONS = { igual: IconCheck, diferente: IconX, neutro: IconMinus } as const;

/**
 * Status card of a document: status, comparisons and times of the consultas. The only framed card
 * of the page.
 */
export function StatusCard({ nota, timeZone }: { nota: Nota; timeZone: string }): React.JSX.Element {
  const card = statusCardTextsOf(nota, new Date(), timeZone);
  const FooterIcon = nota.quarentena ? IconEyeOff : IconClock;
  return (
    <section className={classes.cartao} data-tom={card.tone} aria-label={texts.cartao.rotulo}>
      <header className={classes.topo}>
        {card.tone === "ok" ? (
          <IconCircleCheckFilled size={26} aria-hidden="true" />
        ) : (
          <StatusIcon iconName={card.icon} size={26} />
        )}
        <div>
          <h2 className={classes.titulo}>{card.titulo}</h2>
          <p className={classes.segunda}>{card.segunda}</p>
        </div>
      </header>
      <dl className={classes.linhas}>
        {card.linhas.map((row) => (
          <div key={row.rotulo} className={classes.linha}>
            <dt>{row.rotulo}</dt>
            <dd className={row.mono ? "mono" : undefined} title={row.inteiro}>
              {row.valor}
            </dd>
            {row.comparacao && <ComparisonText {...row.comparacao} />}
            {row.detalhe && <dd className={classes.detalhe}>{row.detalhe}</dd>}
          </div>
        ))}
      </dl>
      <Assessment nota={nota} timeZone={timeZone} />
      <p className={classes.rodape}>
        <FooterIcon size={16} stroke={1.6} aria-hidden="true" />
        {card.rodape}
      </p>
    </section>
  );
}

function ComparisonText({ tipo, texto }: Comparison): React.JSX.Element {
  const Icon = COMPARISON_ICONS[tipo];
  return (
    <dd className={classes.comparacao} data-tipo={tipo}>
      <Icon size={15} stroke={2} aria-hidden="true" />
      {texto}
    </dd>
  );
}
