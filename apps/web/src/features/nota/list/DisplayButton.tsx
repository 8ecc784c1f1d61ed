import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { lazy } from "react";
import type { Side } from "../../../rpc/documents/queries.ts";
import { notasTexts as texts } from "../../../texts/lists/notas.ts";
import { Deferred } from "../../../ui/overlay/Deferred.tsx";
import type { ColumnKey } from "./visible-columns.ts";

const DisplayPanel = lazy(async () => ({ default: (await import("./DisplayPanel.tsx")).DisplayPanel }));

/** Button that opens the choice of columns and row density. */
export function DisplayButton(props: {
  side: Side;
  columns: readonly ColumnKey[];
  onColumns: (columns: readonly ColumnKey[] | null) => void;
}): React.JSX.Element {
  return (
    <Deferred
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
    >
      {(trigger, opened) => <DisplayPanel {...props} trigger={trigger} opened={opened} />}
    </Deferred>
  );
}
