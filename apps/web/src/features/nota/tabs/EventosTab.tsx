import { formatDateTime } from "@malote/syntax";
import { IconFileTypePdf, IconFileTypeXml, IconTimelineEvent } from "@tabler/icons-react";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { eventoHref } from "../../../rpc/files/file-urls.ts";
import { notaTabTexts as texts } from "../../../texts/nota/nota-tabs.ts";
import { printedFormTexts } from "../../../texts/nota/printed-form.ts";
import { statusOfVeredito } from "../../../ui/documento/documento-status.ts";
import { Status } from "../../../ui/documento/Status.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import classes from "./TabContent.module.css";

/** The eventos of the document, received by e-mail or from SEFAZ. */
export function EventosTab({ nota, timeZone }: { nota: Nota; timeZone: string }): React.JSX.Element {
  const { eventos: t } = texts;
  if (nota.listEventos.length === 0) {
    return (
      <EmptyState icon={IconTimelineEvent} title={t.vazio}>
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
              {evento.protocoloData ? formatDateTime(evento.protocoloData, timeZone) : "–"}
            </span>
            <span>{t.origem[evento.origem]}</span>
          </div>
          {evento.veredito && evento.veredito !== "integra" && evento.veredito !== "autentica" && (
            <Status status={statusOfVeredito(evento.veredito)} />
          )}
          {evento.temXml && <EventoFiles id={evento.id} nome={evento.descEvento} />}
        </li>
      ))}
    </ol>
  );
}

function EventoFiles({ id, nome }: { id: string; nome: string }): React.JSX.Element {
  const [xml, pdf] = [printedFormTexts.evento.xml(nome), printedFormTexts.evento.pdf(nome)];
  return (
    <span className={classes.eventoArquivos}>
      <a href={eventoHref(id, "xml")} className="icone" aria-label={xml} data-dica={xml}>
        <IconFileTypeXml size={16} stroke={1.6} aria-hidden="true" />
      </a>
      <a href={eventoHref(id, "pdf")} className="icone" aria-label={pdf} data-dica={pdf}>
        <IconFileTypePdf size={16} stroke={1.6} aria-hidden="true" />
      </a>
    </span>
  );
}
