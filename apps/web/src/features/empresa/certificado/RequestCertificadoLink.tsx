import { Link } from "react-router-dom";
import { useQuery } from "../../../rpc/call/use-query.ts";
import { useIsManager } from "../../../rpc/conta/caixas.ts";
import { empresasQuery } from "../../../rpc/conta/empresas.ts";
import { certificadoTexts as texts } from "../../../texts/admin/certificado.ts";
import { certificadoStateOf } from "./certificado-state.ts";

/**
 * A link from a document that needs a certificate to its company; only for managers.
 * @param documentos CNPJs of the parties; the one that may query SEFAZ comes first
 */
export function RequestCertificadoLink({
  documentos,
}: {
  documentos: readonly string[];
}): React.JSX.Element | null {
  const isManager = useIsManager() ?? false;
  const { data = [] } = useQuery({ ...empresasQuery, refetchInterval: false });
  const [empresa] = documentos
    .flatMap((documento) => data.filter(({ cnpj }) => cnpj === documento))
    .filter((each) => certificadoStateOf(each) !== "valido");
  if (!isManager || !empresa) return null;
  return (
    <Link to={`/cert/${empresa.id}`} className="link">
      {empresa.certificado === null ? texts.adicionarDe(empresa.nome) : texts.trocarDe(empresa.nome)}
    </Link>
  );
}
