import { useZona } from "../../rpc/atual.ts";
import { type Backups, requestBackup } from "../../rpc/operador.ts";
import { backups as textos } from "../../textos/operacao-paginas.ts";
import { formatHora } from "../../ui/quando.ts";
import { runningOf } from "./backup-words.ts";
import { useAct } from "./use-act.ts";

/** Renders the button that requests a backup; while one runs or is requested, a note instead. */
export function BackupNow(props: {
  backups: Backups;
  children: (ask: { disabled: boolean; onClick: () => void }) => React.ReactNode;
}): React.JSX.Element | null {
  const { backups, children } = props;
  const zona = useZona();
  const [busy, act] = useAct();
  const running = runningOf(backups);
  if (!backups.configurado) return null;
  if (running)
    return <Note words={textos.fazendo(running.comecouEm && formatHora(running.comecouEm, zona))} />;
  if (backups.pedidoEm) return <Note words={textos.pedido(formatHora(backups.pedidoEm, zona))} />;
  const ask = async (): Promise<string> => {
    await requestBackup();
    return textos.pedidoFeito;
  };
  return <>{children({ disabled: busy, onClick: () => act(ask) })}</>;
}

function Note({ words }: { words: string }): React.JSX.Element {
  return <span className="t-rotulo num">{words}</span>;
}
