import { formatDataHora } from "@malote/syntax";
import { IconTimelineEvent } from "@tabler/icons-react";
import type { Nota } from "../../rpc/queries.ts";
import { abas as textos } from "../../textos/nota-abas.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Status } from "../../ui/Status.tsx";
import { situacaoVeredito } from "../../ui/situacao.ts";
import classes from "./Abas.module.css";

/** What happened to the document since: from e-mail and from SEFAZ. */
export function AbaEventos({ nota, zona }: { nota: Nota; zona: string }): React.JSX.Element {
  const { eventos: t } = textos;
  if (nota.listEventos.length === 0) {
    return (
      <EmptyState icone={IconTimelineEvent} titulo={t.vazio}>
        {t.vazioTexto}
      </EmptyState>
    );
  }
  return (
    <ol className={classes.eventos}>
      {nota.listEventos.map((evento) => (
        <li key={evento.id}>
          <div>
            <b>{evento.descEvento}</b>
            <span>
              {evento.tpEvento} · {evento.protocolo ? t.protocolo(evento.protocolo) : t.semProtocolo}
            </span>
            {evento.texto && <p className={classes.eventoTexto}>{evento.texto}</p>}
            {evento.ressalva && <p className={classes.eventoRessalva}>{evento.ressalva}</p>}
          </div>
          <div className={classes.eventoFim}>
            <span className="num">
              {evento.protocoloData ? formatDataHora(evento.protocoloData, zona) : "–"}
            </span>
            <span>{t.origem[evento.origem]}</span>
          </div>
          {evento.veredito && evento.veredito !== "integra" && evento.veredito !== "autentica" && (
            <Status situacao={situacaoVeredito(evento.veredito)} />
          )}
        </li>
      ))}
    </ol>
  );
}
