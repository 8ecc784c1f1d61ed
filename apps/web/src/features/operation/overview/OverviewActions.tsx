import { Button } from "@mantine/core";
import { IconDownload, IconPlayerPause } from "@tabler/icons-react";
import { useState } from "react";
import { downloadDiagnostics } from "../../../rpc/files/download-diagnostics.ts";
import { operationTexts as texts } from "../../../texts/operator/operation.ts";
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
        <Button
          variant="default"
          leftSection={<IconPlayerPause size={16} stroke={1.6} aria-hidden="true" />}
          disabled={pausada === undefined}
          onClick={() => setDialogOpen(true)}
        >
          {texts.pausa.pausar}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
        disabled={downloading}
        onClick={() => download(downloadDiagnostics)}
      >
        {texts.diagnostico}
      </Button>
      {dialogOpen && <PauseDialog onClose={() => setDialogOpen(false)} />}
    </>
  );
}
