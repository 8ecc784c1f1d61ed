import { IconChevronDown, IconDownload } from "@tabler/icons-react";
import { lazy } from "react";
import type { NotaFilter, NotaSortOrder, Side } from "../../rpc/documents/queries.ts";
import { notasTexts as texts } from "../../texts/lists/notas.ts";
import { PlainButton } from "../../ui/form/PlainButton.tsx";
import { Deferred } from "../../ui/overlay/Deferred.tsx";

const ExportMenu = lazy(async () => ({ default: (await import("./ExportMenu.tsx")).ExportMenu }));

/** The list to export and its number of documents; null while the number is unknown. */
export type ExportableList = {
  entradaSaida: Side;
  searchFilter: NotaFilter;
  listSearchOrder: NotaSortOrder;
  total: number | null;
};

/** The button that exports the filtered list to a file. */
export function ExportButton({ list }: { list: ExportableList }): React.JSX.Element {
  return (
    <Deferred
      trigger={
        <PlainButton
          iconOnly
          icon={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
          end={<IconChevronDown size={16} stroke={1.6} aria-hidden="true" />}
        >
          {texts.exportar}
        </PlainButton>
      }
    >
      {(trigger, opened) => <ExportMenu list={list} trigger={trigger} opened={opened} />}
    </Deferred>
  );
}
