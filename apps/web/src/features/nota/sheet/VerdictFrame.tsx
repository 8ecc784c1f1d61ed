import { IconCheck, IconMinus, IconX } from "@tabler/icons-react";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { printTexts as texts } from "../../../texts/lists/print.ts";
import { StatusIcon } from "../../../ui/documento/Status.tsx";
import sheet from "../../../ui/print/Sheet.module.css";
import { statusCardTextsOf } from "../status/status-card-texts.ts";
import classes from "./NotaSheet.module.css";

const MARKS = { igual: IconCheck, diferente: IconX, neutro: IconMinus } as const;

/** The verdict in the one frame of the sheet: status, comparisons, and what was found in the file. */
export function VerdictFrame(props: { nota: Nota; now: Date; timeZone: string }): React.JSX.Element {
  const { nota, now, timeZone } = props;
  const card = statusCardTextsOf(nota, now, timeZone);
  const compared = card.linhas.flatMap(({ rotulo, comparacao }) =>
    comparacao === null ? [] : [{ rotulo, ...comparacao }],
  );
  const found = nota.achados.filter(({ gravidade }) => gravidade !== "informacao");
  return (
    <section className={classes.frame}>
      <StatusIcon iconName={card.icon} size={24} />
      <div>
        <h2 className={classes.verdict}>{card.titulo}</h2>
        <p className={sheet.second}>{card.segunda}</p>
        <p className={sheet.second}>{card.rodape}</p>
        {found.map(({ codigo, titulo }) => (
          <p key={`${codigo} ${titulo}`}>{titulo}</p>
        ))}
      </div>
      <ul className={classes.compared}>
        {compared.map(({ rotulo, tipo, texto }) => {
          const Mark = MARKS[tipo];
          return (
            <li key={rotulo}>
              <Mark size={13} stroke={2.2} aria-hidden="true" /> {texts.comparacao(rotulo, texto)}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
