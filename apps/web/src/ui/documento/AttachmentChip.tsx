import { IconPaperclip, IconTimelineEvent } from "@tabler/icons-react";
import classes from "./AttachmentChip.module.css";
import type { StatusView } from "./documento-status.ts";
import { StatusIcon } from "./Status.tsx";

/** An attachment of an e-mail; coloured only when the document needs attention. */
export function AttachmentChip(props: {
  tipo: string;
  nome: string | null;
  situacao: StatusView | null;
  /** The attachment is an evento, not a document. */
  evento: boolean;
}): React.JSX.Element {
  const { tipo: type, nome: name, situacao, evento } = props;
  const Icon = evento ? IconTimelineEvent : IconPaperclip;
  const tinted = situacao !== null && (situacao.tone === "aviso" || situacao.tone === "ruim");
  return (
    <span
      className={classes.chip}
      data-tom={tinted ? situacao.tone : undefined}
      title={tinted ? situacao.word : undefined}
    >
      {tinted ? (
        <StatusIcon iconName={situacao.icon} size={14} />
      ) : (
        <Icon size={14} stroke={1.6} aria-hidden="true" />
      )}
      <b className={evento ? classes.evento : undefined} title={evento ? type : undefined}>
        {type}
      </b>
      {name && <span>{name}</span>}
      {tinted && <span className="vh">{situacao.word}</span>}
    </span>
  );
}
