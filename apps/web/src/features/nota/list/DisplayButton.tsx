import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import type { Side } from "../../../rpc/documents/queries.ts";
import { notasTexts as texts } from "../../../texts/lists/notas.ts";
import { DisplayPanel } from "./DisplayPanel.tsx";
import type { ColumnKey } from "./visible-columns.ts";

/** Button that opens the choice of columns and row density. */
export function DisplayButton(props: {
  side: Side;
  columns: readonly ColumnKey[];
  onColumns: (columns: readonly ColumnKey[] | null) => void;
}): React.JSX.Element {
  return (
    <DisplayPanel
      {...props}
      trigger={
        <button
          type="button"
          className="icone icone-pequeno sem-impressao"
          aria-label={texts.exibicao}
          data-dica={texts.exibicao}
        >
          <IconAdjustmentsHorizontal size={16} stroke={1.6} aria-hidden="true" />
        </button>
      }
    />
  );
}
