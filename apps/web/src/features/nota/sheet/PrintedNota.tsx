import type { Nota } from "../../../rpc/documents/queries.ts";
import { useCurrentUser } from "../../../rpc/session/current-user.ts";
import { PrintedSheets } from "../../../ui/print/PrintedSheets.tsx";

const load = async () => (await import("./NotaSheet.tsx")).NotaSheet;

/** The sheet of a document, in place of its page on paper. */
export function PrintedNota({ nota, timeZone }: { nota: Nota; timeZone: string }): React.JSX.Element {
  const userName = useCurrentUser()?.usuario.nomeCompleto ?? "";
  return <PrintedSheets load={load} sheet={{ nota, timeZone, userName }} />;
}
