import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { useIsGerente } from "../../../rpc/caixas.ts";
import { empresasQuery } from "../../../rpc/empresas.ts";
import { certificado as textos } from "../../../textos/certificados.ts";
import { estadoOf } from "./situacao.ts";

/**
 * A link from a document that needs a certificate to its company; only for managers.
 * @param documentos CNPJs of the parties; the one that may query SEFAZ comes first
 */
export function PedirCertificado({
  documentos,
}: {
  documentos: readonly string[];
}): React.JSX.Element | null {
  const gerente = useIsGerente() ?? false;
  const { data = [] } = useQuery({ ...empresasQuery, refetchInterval: false });
  const [empresa] = documentos
    .flatMap((documento) => data.filter(({ cnpj }) => cnpj === documento))
    .filter((each) => estadoOf(each) !== "valido");
  if (!gerente || !empresa) return null;
  return (
    <Link to={`/cert/${empresa.id}`} className="link">
      {empresa.certificado === null ? textos.adicionarDe(empresa.nome) : textos.trocarDe(empresa.nome)}
    </Link>
  );
}
