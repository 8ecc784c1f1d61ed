import { IconRefresh, IconWifiOff } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import {
  type LostConnection,
  onReconnect,
  tryConnection,
  useLostConnection,
  watchNetwork,
} from "../../network/connection.ts";
import { useIsOutdated } from "../../network/release.ts";
import { queryClient } from "../../rpc/call/query-client.ts";
import { connectionTexts as texts } from "../../texts/app/connection.ts";
import { TopBar } from "../../ui/feedback/TopBar.tsx";

/** The bar of a lost connection, or of a newer release; the page below it stays, and nothing reloads. */
export function ConnectionBar(): React.JSX.Element | null {
  const lost = useLostConnection();
  const isOutdated = useIsOutdated();
  useEffect(watchNetwork, []);
  // What failed meanwhile, and what has changed.
  useEffect(() => onReconnect(() => void queryClient.invalidateQueries()), []);
  if (lost) return <LostBar lost={lost} />;
  if (!isOutdated) return null;
  return (
    <TopBar
      icon={IconRefresh}
      title={texts.atualizado}
      text={texts.atualizadoTexto}
      action={texts.recarregar}
      onAction={() => window.location.reload()}
    />
  );
}

function LostBar({ lost }: { lost: LostConnection }): React.JSX.Element {
  const seconds = useSecondsUntil(lost.nextAttemptAt);
  return (
    <TopBar
      icon={IconWifiOff}
      title={texts.semConexao}
      text={`${lost.isTrying ? texts.tentando : texts.tentaEm(seconds)} ${texts.continua(lost.waitingChanges)}`}
      action={texts.tentarJa}
      busy={lost.isTrying}
      onAction={() => void tryConnection()}
    />
  );
}

function useSecondsUntil(instant: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), 1_000);
    return () => window.clearInterval(timer);
  }, []);
  return Math.max(1, Math.ceil((instant - now) / 1_000));
}
