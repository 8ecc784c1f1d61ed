import { formatDocumento } from "@malote/syntax";
import { useQuery } from "@tanstack/react-query";
import { empresasQuery } from "../../rpc/conta/empresas.ts";
import { apiTexts } from "../../texts/admin/api.ts";
import { CheckboxField } from "../../ui/form/CheckboxField.tsx";
import drawerClasses from "../../ui/overlay/SideDrawer.module.css";

const { campos: t } = apiTexts.gaveta;

/** Selects the companies that a token may read. */
export function EmpresasField(props: {
  value: readonly string[];
  errorText: string | undefined;
  onChange: (empresas: string[]) => void;
}): React.JSX.Element {
  const { value, errorText, onChange } = props;
  const { data } = useQuery(empresasQuery);
  const toggle = (id: string): void =>
    onChange(value.includes(id) ? value.filter((each) => each !== id) : [...value, id]);
  return (
    <fieldset className={`${drawerClasses.grupo} ${drawerClasses.empresas}`}>
      <legend className="vh">{t.algumas}</legend>
      {data?.length === 0 && <p className="campo-dica">{t.nenhumaEmpresa}</p>}
      {data?.map(({ id, nome, cnpj }) => (
        <CheckboxField
          key={id}
          title={nome}
          text={formatDocumento(cnpj)}
          checked={value.includes(id)}
          onChange={() => toggle(id)}
        />
      ))}
      {errorText && (
        <p className="campo-erro" role="alert">
          {errorText}
        </p>
      )}
    </fieldset>
  );
}
