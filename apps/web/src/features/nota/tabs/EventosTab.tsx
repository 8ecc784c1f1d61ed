import { formatDateTime } from "@malote/syntax";
import { Group } from "@mantine/core";
import { IconFileTypePdf, IconFileTypeXml, IconTimelineEvent } from "@tabler/icons-react";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { eventoHref } from "../../../rpc/files/file-urls.ts";
import { notaTabTexts as texts } from "../../../texts/nota/nota-tabs.ts";
import { printedFormTexts } from "../../../texts/nota/printed-form.ts";
import { RecordRow } from "../../../ui/documento/DocContent.tsx";
import { statusOfVeredito } from "../../../ui/documento/documento-status.ts";
import { Status } from "../../../ui/documento/Status.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";

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
    <ol>
      {nota.listEventos.map(({ id, descEvento, tpEvento, protocolo, texto, ressalva, ...evento }) => (
        <RecordRow
          key={id}
          title={descEvento}
          details={[`${tpEvento} · ${protocolo ? t.protocolo(protocolo) : t.semProtocolo}`]}
          notes={[texto, ressalva]}
          when={evento.protocoloData ? formatDateTime(evento.protocoloData, timeZone) : "–"}
          who={t.origem[evento.origem]}
        >
          {evento.veredito && evento.veredito !== "integra" && evento.veredito !== "autentica" && (
            <Status status={statusOfVeredito(evento.veredito)} />
          )}
          {evento.temXml && <EventoFiles id={id} nome={descEvento} />}
        </RecordRow>
      ))}
    </ol>
  );
}

function EventoFiles({ id, nome }: { id: string; nome: string }): React.JSX.Element {
  const [xml, pdf] = [printedFormTexts.evento.xml(nome), printedFormTexts.evento.pdf(nome)];
  return (
    <Group component="span" gap={0} wrap="nowrap">
      <a href={eventoHref(id, "xml")} className="icone" aria-label={xml} data-dica={xml}>
        <IconFileTypeXml size={16} stroke={1.6} aria-hidden="true" />
      </a>
      <a href={eventoHref(id, "pdf")} className="icone" aria-label={pdf} data-dica={pdf}>
        <IconFileTypePdf size={16} stroke={1.6} aria-hidden="true" />
      </a>
    </Group>
  );
}
