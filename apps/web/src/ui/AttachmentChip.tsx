import { IconPaperclip, IconTimelineEvent } from "@tabler/icons-react";
import { SinalIcone } from "./Status.tsx";
import type { Situacao } from "./situacao.ts";
import classes from "./tags.module.css";

/** An attachment of an e-mail; coloured only when the document needs attention. */
export function AttachmentChip(props: {
  tipo: string;
  nome: string | null;
  situacao: Situacao | null;
  /** The attachment is an evento, not a document. */
  evento: boolean;
}): React.JSX.Element {
  const { tipo, nome, situacao, evento } = props;
  const Anexo = evento ? IconTimelineEvent : IconPaperclip;
  const tinted = situacao !== null && (situacao.tom === "aviso" || situacao.tom === "ruim");
  return (
    <span
      className={classes.anexo}
      data-tom={tinted ? situacao.tom : undefined}
      title={tinted ? situacao.palavra : undefined}
    >
      {tinted ? (
        <SinalIcone sinal={situacao.sinal} size={14} />
      ) : (
        <Anexo size={14} stroke={1.6} aria-hidden="true" />
      )}
      <b className={evento ? classes.evento : undefined} title={evento ? tipo : undefined}>
        {tipo}
      </b>
      {nome && <span>{nome}</span>}
      {tinted && <span className="vh">{situacao.palavra}</span>}
    </span>
  );
}
