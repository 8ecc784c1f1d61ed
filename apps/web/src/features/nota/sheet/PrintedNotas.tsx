import { useCurrentUser } from "../../../rpc/session/current-user.ts";
import { PrintedSheets } from "../../../ui/print/PrintedSheets.tsx";
import type { PrintedList } from "./ListSheets.tsx";

const load = async () => (await import("./ListSheets.tsx")).ListSheets;

/** The sheets of a list, in place of its page on paper. */
export function PrintedNotas({ list }: { list: Omit<PrintedList, "userName"> }): React.JSX.Element {
  const userName = useCurrentUser()?.usuario.nomeCompleto ?? "";
  return <PrintedSheets load={load} sheet={{ ...list, userName }} />;
}
