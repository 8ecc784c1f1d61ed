import { IconChevronDown, IconDownload } from "@tabler/icons-react";
import { lazy } from "react";
import { notasTexts as texts } from "../../texts/lists/notas.ts";
import { PlainButton } from "../../ui/form/PlainButton.tsx";
import { Deferred } from "../../ui/overlay/Deferred.tsx";
import type { ExportableList } from "./start-export.ts";

const ExportMenu = lazy(async () => ({ default: (await import("./ExportMenu.tsx")).ExportMenu }));

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
