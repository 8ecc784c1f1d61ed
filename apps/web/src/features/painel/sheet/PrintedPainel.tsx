import { formatDocumento } from "@malote/syntax";
import { useQuery } from "../../../rpc/call/use-query.ts";
import { empresasQuery } from "../../../rpc/conta/empresas.ts";
import { useCurrentUser, useTimeZone } from "../../../rpc/session/current-user.ts";
import { painelTexts } from "../../../texts/lists/painel.ts";
import { PrintedSheets } from "../../../ui/print/PrintedSheets.tsx";
import type { PrintedPainel as Printed } from "./PainelSheet.tsx";

const load = async () => (await import("./PainelSheet.tsx")).PainelSheet;

/** The sheet of the painel's totals, in place of its page on paper. */
export function PrintedPainel({
  painel,
}: {
  painel: Omit<Printed, "conta" | "empresa" | "userName" | "timeZone">;
}): React.JSX.Element {
  const current = useCurrentUser();
  const timeZone = useTimeZone();
  const { data: empresas = [] } = useQuery(empresasQuery);
  const { empresa } = painel.filter;
  const named = empresas.find(({ cnpj }) => cnpj === empresa)?.nome ?? formatDocumento(empresa);
  return (
    <PrintedSheets
      load={load}
      sheet={{
        ...painel,
        conta: current?.conta.identificador ?? "",
        empresa: empresa === "" ? painelTexts.empresa.todas : named,
        userName: current?.usuario.nomeCompleto ?? "",
        timeZone,
      }}
    />
  );
}
