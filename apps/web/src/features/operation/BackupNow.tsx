import { type Backups, requestBackup } from "../../rpc/operator/operator-queries.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { backupTexts as texts } from "../../texts/operator/pages.ts";
import { formatTime } from "../../ui/format/relative-time.ts";
import { runningOf } from "./backup-facts.ts";
import { useAct } from "./use-act.ts";

/** Renders the button that requests a backup; while one runs or is requested, a note instead. */
export function BackupNow(props: {
  backups: Backups;
  children: (ask: { disabled: boolean; onClick: () => void }) => React.ReactNode;
}): React.JSX.Element | null {
  const { backups, children } = props;
  const timeZone = useTimeZone();
  const [busy, act] = useAct();
  const running = runningOf(backups);
  if (!backups.configurado) return null;
  if (running)
    return <Note words={texts.fazendo(running.comecouEm && formatTime(running.comecouEm, timeZone))} />;
  if (backups.pedidoEm) return <Note words={texts.pedido(formatTime(backups.pedidoEm, timeZone))} />;
  const ask = async (): Promise<string> => {
    await requestBackup();
    return texts.pedidoFeito;
  };
  return <>{children({ disabled: busy, onClick: () => act(ask) })}</>;
}

function Note({ words }: { words: string }): React.JSX.Element {
  return <span className="t-rotulo num">{words}</span>;
}
