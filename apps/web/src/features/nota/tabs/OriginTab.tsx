import { formatDateTime } from "@malote/syntax";
import { IconMail } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { anexoHref } from "../../../rpc/files/file-urls.ts";
import { outcomeLabels } from "../../../texts/names/statuses.ts";
import { notaTabTexts as texts } from "../../../texts/nota/nota-tabs.ts";
import { RecordRow } from "../../../ui/documento/DocContent.tsx";
import { DownloadIcon } from "../../../ui/documento/DownloadIcon.tsx";
import {
  REPAIRED_STATUS,
  type StatusView,
  sealStatus,
  statusOfVeredito,
} from "../../../ui/documento/documento-status.ts";
import { Status } from "../../../ui/documento/Status.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";

/** The e-mails and imports that delivered the document, each with the outcome of its copy. */
export function OriginTab({ nota, timeZone }: { nota: Nota; timeZone: string }): React.JSX.Element {
  const { origem: t } = texts;
  if (nota.origens.length === 0) {
    return (
      <EmptyState icon={IconMail} title={t.vazio}>
        {t.vazioTexto}
      </EmptyState>
    );
  }
  const repaired = repairedCopyOf(nota);
  return (
    <ul>
      {nota.origens.map((origem) => {
        const { anexoId, emailId, importado, assunto, remetente, recebidaEm, veredito } = origem;
        const name = origem.nome ?? t.semNome;
        const received = recebidaEm && t.recebido(formatDateTime(recebidaEm, timeZone));
        return (
          <RecordRow
            key={anexoId}
            title={
              <Link to={importado ? "/importacao" : `/email/${emailId}`} className="link">
                {importado ? t.importacao(assunto) : assunto}
              </Link>
            }
            details={[
              [remetente, received].filter(Boolean).join(" · "),
              `${t.arquivo} ${name} · ${outcomeLabels[origem.destino]}`,
            ]}
          >
            {origem === repaired && <Status status={REPAIRED_STATUS} />}
            {veredito && <Status status={badgeOf(veredito, nota)} />}
            <DownloadIcon href={anexoHref(anexoId)} label={t.baixar(name)} />
          </RecordRow>
        );
      })}
    </ul>
  );
}

type Origin = Nota["origens"][number];

/**
 * The copy that was repaired: the only one with destino `nota`. Null without a repair, or with
 * several such copies.
 */
function repairedCopyOf({ reparo, origens }: Nota): Origin | null {
  const became = origens.filter(({ destino }) => destino === "nota");
  return reparo !== null && became.length === 1 ? (became[0] ?? null) : null;
}

/** Badge of a copy. A copy with the verdict of the document gets the badge of the document. */
function badgeOf(veredito: Nota["veredito"], nota: Nota): StatusView {
  return veredito === nota.veredito ? sealStatus(nota) : statusOfVeredito(veredito);
}
