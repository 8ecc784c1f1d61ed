import { IconChevronDown, IconDownload } from "@tabler/icons-react";
import { notasTexts as texts } from "../../texts/lists/notas.ts";
import { PlainButton } from "../../ui/form/PlainButton.tsx";
import { ExportMenu } from "./ExportMenu.tsx";
import type { ExportableList } from "./start-export.ts";

/** The button that exports the filtered list to a file. */
export function ExportButton({ list }: { list: ExportableList }): React.JSX.Element {
  return (
    <ExportMenu
      list={list}
      trigger={
        <PlainButton
          iconOnly
          icon={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
          end={<IconChevronDown size={16} stroke={1.6} aria-hidden="true" />}
        >
          {texts.exportar}
        </PlainButton>
      }
    />
  );
}
