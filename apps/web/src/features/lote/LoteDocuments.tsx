import { PAGE_SIZE_MAX } from "@malote/contract";
import { formatInteger } from "@malote/syntax";
import {
  IconCircleCheck,
  IconCircleDashed,
  IconClock,
  IconFileX,
  type TablerIcon,
} from "@tabler/icons-react";
import { Fragment, useState } from "react";
import { Link } from "react-router-dom";
import { useQuery } from "../../rpc/call/use-query.ts";
import { type Lote, type LoteDocumento, loteDocumentsQuery } from "../../rpc/documents/lotes.ts";
import { loteTexts } from "../../texts/lists/lotes.ts";
import { formatDocumentNumber } from "../../ui/format/numbers.ts";
import { ScrollRegion } from "../../ui/layout/ScrollRegion.tsx";
import { TypeTag } from "../../ui/list/TypeTag.tsx";
import classes from "./LoteBoard.module.css";
import { countsOf } from "./lote-words.ts";

const { quadro: texts } = loteTexts;

type Situacao = LoteDocumento["situacao"];

const ICONS: Record<Situacao, { icon: TablerIcon; color: string }> = {
  recusado: { icon: IconFileX, color: "var(--bad-text)" },
  enviando: { icon: IconClock, color: "var(--text-2)" },
  feito: { icon: IconCircleCheck, color: "var(--ok-icon)" },
  "sem-mudanca": { icon: IconCircleDashed, color: "var(--text-2)" },
  parado: { icon: IconCircleDashed, color: "var(--text-2)" },
  "na-fila": { icon: IconClock, color: "var(--text-2)" },
};

/** The documents of a lote by outcome, refused ones first, each with its reason and a link. */
export function LoteDocuments({ lote }: { lote: Lote }): React.JSX.Element {
  const [pages, setPages] = useState(1);
  return (
    <>
      <ScrollRegion className={classes.list} aria-label={texts.documentos}>
        {Array.from({ length: pages }, (_, index) => (
          <DocumentPage key={String(index)} lote={lote} page={index + 1} />
        ))}
      </ScrollRegion>
      {lote.total > pages * PAGE_SIZE_MAX && (
        <button type="button" className="link" onClick={() => setPages(pages + 1)}>
          {texts.mais}
        </button>
      )}
    </>
  );
}

function DocumentPage({ lote, page }: { lote: Lote; page: number }): React.JSX.Element {
  const counts = countsOf(lote);
  const { data } = useQuery(loteDocumentsQuery(lote.id, page, Object.values(counts).join(" ")));
  const rows = data?.results ?? [];
  return (
    <>
      {rows.map((row, at) => (
        <Fragment key={row.notaId}>
          {row.situacao !== rows[at - 1]?.situacao && (
            <h3 className={classes.group}>
              {texts.grupos[row.situacao](formatInteger(counts[row.situacao]))}
            </h3>
          )}
          <DocumentRow row={row} />
        </Fragment>
      ))}
    </>
  );
}

function DocumentRow({ row }: { row: LoteDocumento }): React.JSX.Element {
  const { notaId, tipoNota, numeroNota, serieNota, nomeEmitente, situacao, mensagem, type } = row;
  const { icon: Icon, color } = ICONS[situacao];
  return (
    <div className={classes.row}>
      {tipoNota ? <TypeTag type={tipoNota} /> : <span />}
      {numeroNota === null ? (
        <span className="t-dimmed">{texts.semNota}</span>
      ) : (
        <Link className="link num" to={`/nota/${notaId}?type=${type ?? "E"}`}>
          {formatDocumentNumber(numeroNota)}
          {serieNota === null ? "" : ` / ${serieNota}`}
        </Link>
      )}
      <b className={classes.name}>{nomeEmitente}</b>
      <span className={classes.outcome}>
        <Icon size={15} stroke={1.8} color={color} aria-hidden="true" />
        {mensagem ?? texts.palavras[situacao]}
      </span>
    </div>
  );
}
