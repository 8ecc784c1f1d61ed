import { formatDocumento } from "@malote/syntax";
import { Switch, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { UseFormReturn } from "react-hook-form";
import { empresasQuery } from "../../rpc/empresas.ts";
import { usuario as textos } from "../../textos/usuarios.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import type { Campos } from "./campos.ts";
import classes from "./Usuarios.module.css";

const { campos: t } = textos;
type Form = UseFormReturn<Campos>;

/** Who a user is. */
export function PessoaCampos({ form }: { form: Form }): React.JSX.Element {
  const { errors } = form.formState;
  return (
    <>
      <TextInput
        {...form.register("nomeCompleto")}
        label={t.nomeCompleto}
        error={errors.nomeCompleto?.message}
        autoComplete="off"
      />
      <div className={classes.dois}>
        <TextInput
          {...form.register("nome")}
          label={t.nome}
          description={errors.nome ? undefined : t.nomeDica}
          error={errors.nome?.message}
          autoComplete="off"
        />
        <TextInput
          {...form.register("nomeUsuario")}
          label={t.nomeUsuario}
          description={errors.nomeUsuario ? undefined : t.nomeUsuarioDica}
          error={errors.nomeUsuario?.message}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </div>
      <TextInput
        {...form.register("email")}
        type="email"
        label={t.email}
        description={errors.email ? undefined : t.emailDica}
        error={errors.email?.message}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </>
  );
}

/** What a user may do and see: only managers say it. */
export function PoderesCampos({
  form,
  proprietario,
}: {
  form: Form;
  proprietario: boolean;
}): React.JSX.Element {
  const [administrador, manifesta, restrito] = form.watch([
    "administrador",
    "permissaoManifestacao",
    "restrito",
  ]);
  const put = (name: "administrador" | "permissaoManifestacao" | "restrito") => {
    return ({ currentTarget }: React.ChangeEvent<HTMLInputElement>): void =>
      form.setValue(name, currentTarget.checked, { shouldDirty: true });
  };
  return (
    <>
      {!proprietario && (
        <div className={classes.chave}>
          <Switch
            label={t.administrador}
            description={t.administradorDica}
            checked={administrador}
            onChange={put("administrador")}
          />
        </div>
      )}
      <div className={classes.chave}>
        <Switch
          label={t.manifestacao}
          description={t.manifestacaoDica}
          checked={manifesta}
          onChange={put("permissaoManifestacao")}
        />
      </div>
      {!proprietario && !administrador && (
        <div className={classes.chave}>
          <Switch
            label={t.restrito}
            description={t.restritoDica}
            checked={restrito}
            onChange={put("restrito")}
          />
          {restrito && <Empresas form={form} />}
        </div>
      )}
    </>
  );
}

function Empresas({ form }: { form: Form }): React.JSX.Element {
  const { data = [] } = useQuery(empresasQuery);
  const chosen = form.watch("empresas");
  const toggle = (id: string): void => {
    const next = chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id];
    form.setValue("empresas", next, { shouldDirty: true });
  };
  return (
    <fieldset className={classes.empresas}>
      <legend className="campo-rotulo">{t.empresas}</legend>
      {data.map(({ id, nome, cnpj }) => (
        <div key={id}>
          <Checkbox rotulo={nome} checked={chosen.includes(id)} onChange={() => toggle(id)} />
          <span aria-hidden="true" onClick={() => toggle(id)}>
            {nome} <span className={classes.nada}>{formatDocumento(cnpj)}</span>
          </span>
        </div>
      ))}
      {chosen.length === 0 && <p className="campo-dica">{t.semEmpresas}</p>}
    </fieldset>
  );
}
