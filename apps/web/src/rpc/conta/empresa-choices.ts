import { formatDocumento } from "@malote/syntax";
import { useQuery } from "../call/use-query.ts";
import { empresasQuery } from "./empresas.ts";

/** The empresas as choices with their CNPJ; undefined until they are known. */
export function useEmpresaChoices(): { value: string; label: string; description: string }[] | undefined {
  const { data } = useQuery(empresasQuery);
  return data?.map(({ id, nome, cnpj }) => ({ value: id, label: nome, description: formatDocumento(cnpj) }));
}
