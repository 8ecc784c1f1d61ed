import { formatDocumento } from "@malote/syntax";
import { useQuery } from "@tanstack/react-query";
import { empresasQuery } from "../../rpc/empresas.ts";
import { api } from "../../textos/api.ts";
import gaveta from "../../ui/Gaveta.module.css";
import { Marcavel } from "../../ui/Marcavel.tsx";

const { campos: t } = api.gaveta;

/** Selects the companies that a token may read. */
export function EmpresasCampo(props: {
  valor: readonly string[];
  erro: string | undefined;
  onChange: (empresas: string[]) => void;
}): React.JSX.Element {
  const { valor, erro, onChange } = props;
  const { data } = useQuery(empresasQuery);
  const toggle = (id: string): void =>
    onChange(valor.includes(id) ? valor.filter((each) => each !== id) : [...valor, id]);
  return (
    <fieldset className={`${gaveta.grupo} ${gaveta.empresas}`}>
      <legend className="vh">{t.algumas}</legend>
      {data?.length === 0 && <p className="campo-dica">{t.nenhumaEmpresa}</p>}
      {data?.map(({ id, nome, cnpj }) => (
        <Marcavel
          key={id}
          titulo={nome}
          texto={formatDocumento(cnpj)}
          marcado={valor.includes(id)}
          onChange={() => toggle(id)}
        />
      ))}
      {erro && (
        <p className="campo-erro" role="alert">
          {erro}
        </p>
      )}
    </fieldset>
  );
}
