import { EXPORTACAO_MAX } from "@malote/contract";
import { formatInteger } from "@malote/syntax";
import { IconArchive, IconFileTypeCsv, IconFileTypePdf, IconFileTypeXls } from "@tabler/icons-react";
import { useNavigate } from "react-router-dom";
import type { FileFormat } from "../../rpc/files/requested-files.ts";
import { exportacaoTexts } from "../../texts/files/exportacao.ts";
import { batchTexts as texts } from "../../texts/lists/nota-batch.ts";
import { BatchAction, BatchToolbar } from "../../ui/list/BatchToolbar.tsx";
import { type ExportableList, startExport } from "./start-export.ts";

const FORMATS = [
  { format: "CSV", icon: IconFileTypeCsv },
  { format: "XLSX", icon: IconFileTypeXls },
  { format: "PDF", icon: IconFileTypePdf },
] as const satisfies readonly { format: FileFormat; icon: unknown }[];

/**
 * Actions on a filter that exceeds the selection limit: export all of it, or use the repositório.
 */
export function ExportBar(props: {
  list: ExportableList;
  /** Maximum number of selected documents. */
  limit: number;
  /** Actions before those of an export. */
  lead?: React.ReactNode;
  onClear: () => void;
}): React.JSX.Element {
  const { list, limit, lead, onClear } = props;
  const navigate = useNavigate();
  const total = list.total ?? 0;
  return (
    <BatchToolbar
      label={texts.rotulo}
      countText={texts.doFiltro(formatInteger(total))}
      detail={texts.demais(formatInteger(limit))}
      clearLabel={texts.limpar}
      onClear={onClear}
    >
      {lead}
      {FORMATS.map(({ format, icon }) => {
        const max = formatInteger(EXPORTACAO_MAX[format]);
        return (
          <BatchAction
            key={format}
            icon={icon}
            obstacle={total > EXPORTACAO_MAX[format] ? exportacaoTexts.acima(max) : undefined}
            onClick={() => void startExport(list, format, navigate)}
          >
            {texts.exportar(format, max)}
          </BatchAction>
        );
      })}
      <BatchAction separated icon={IconArchive} onClick={() => void navigate("/repositorio")}>
        {texts.repositorio}
      </BatchAction>
    </BatchToolbar>
  );
}
