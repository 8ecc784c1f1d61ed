import { IconPaperclip } from "@tabler/icons-react";
import { SinalIcone } from "./Status.tsx";
import type { Situacao } from "./situacao.ts";
import classes from "./tags.module.css";

/** What came in an e-mail; it takes a colour only when the document needs it. */
export function AttachmentChip(props: {
  tipo: string;
  nome: string | null;
  situacao: Situacao | null;
}): React.JSX.Element {
  const { tipo, nome, situacao } = props;
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
        <IconPaperclip size={14} stroke={1.6} aria-hidden="true" />
      )}
      <b>{tipo}</b>
      {nome && <span>{nome}</span>}
      {tinted && <span className="vh">{situacao.palavra}</span>}
    </span>
  );
}
