import { IconDownload, IconPlayerPause } from "@tabler/icons-react";
import { useState } from "react";
import { downloadDiagnostics } from "../../../rpc/files/download-diagnostics.ts";
import { operationTexts as texts } from "../../../texts/operator/operation.ts";
import { PlainButton } from "../../../ui/form/PlainButton.tsx";
import { PauseDialog } from "../pause/PauseDialog.tsx";
import { useAct } from "../use-act.ts";

/**
 * Buttons that pause the collection and download the diagnostics file for support.
 * `pausada`: undefined until known. While paused, the banner on every page has the resume button.
 */
export function OverviewActions({ pausada }: { pausada: boolean | undefined }): React.JSX.Element {
  const [dialogOpen, setDialogOpen] = useState(false);
  const [downloading, download] = useAct();
  return (
    <>
      {!pausada && (
        <PlainButton
          icon={<IconPlayerPause size={16} stroke={1.6} aria-hidden="true" />}
          disabled={pausada === undefined}
          onClick={() => setDialogOpen(true)}
        >
          {texts.pausa.pausar}
        </PlainButton>
      )}
      <PlainButton
        icon={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
        disabled={downloading}
        onClick={() => download(downloadDiagnostics)}
      >
        {texts.diagnostico}
      </PlainButton>
      {dialogOpen && <PauseDialog onClose={() => setDialogOpen(false)} />}
    </>
  );
}
