import { formatDataHora } from "@malote/syntax";
import { IconFileTypePdf, IconFileTypeXml, IconTimelineEvent } from "@tabler/icons-react";
import { eventoHref } from "../../rpc/arquivos.ts";
import type { Nota } from "../../rpc/queries.ts";
import { abas as textos } from "../../textos/nota-abas.ts";
import { papel } from "../../textos/papel.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Status } from "../../ui/Status.tsx";
import { situacaoVeredito } from "../../ui/situacao.ts";
import classes from "./Abas.module.css";

/** The eventos of the document, received by e-mail or from SEFAZ. */
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
          {evento.temXml && <Arquivos id={evento.id} nome={evento.descEvento} />}
        </li>
      ))}
    </ol>
  );
}

function Arquivos({ id, nome }: { id: string; nome: string }): React.JSX.Element {
  const [xml, pdf] = [papel.evento.xml(nome), papel.evento.pdf(nome)];
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
