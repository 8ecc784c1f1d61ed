import { IconDownload, IconPlayerPause } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { downloadDiagnostico } from "../../../rpc/diagnostico.ts";
import { operacao as textos } from "../../../textos/operacao.ts";
import { Botao } from "../../../ui/Botao.tsx";
import { useAct } from "../use-act.ts";

const PauseDialog = lazy(async () => ({ default: (await import("../pause/PauseDialog.tsx")).PauseDialog }));

/**
 * Buttons that pause the collection and download the diagnostics file for support.
 * `pausada`: undefined until known. While paused, the banner on every page has the resume button.
 */
export function OverviewActions({ pausada }: { pausada: boolean | undefined }): React.JSX.Element {
  const [asking, setAsking] = useState(false);
  const [downloading, download] = useAct();
  return (
    <>
      {!pausada && (
        <Botao
          icone={<IconPlayerPause size={16} stroke={1.6} aria-hidden="true" />}
          disabled={pausada === undefined}
          onClick={() => setAsking(true)}
        >
          {textos.pausa.pausar}
        </Botao>
      )}
      <Botao
        icone={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
        disabled={downloading}
        onClick={() => download(downloadDiagnostico)}
      >
        {textos.diagnostico}
      </Botao>
      <Suspense>{asking && <PauseDialog onClose={() => setAsking(false)} />}</Suspense>
    </>
  );
}
