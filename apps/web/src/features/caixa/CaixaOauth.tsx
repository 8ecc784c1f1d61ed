import { NativeSelect, TextInput } from "@mantine/core";
import type { UseFormReturn } from "react-hook-form";
import type { CaixaDetalhe } from "../../rpc/queries.ts";
import { caixa as textos } from "../../textos/caixas.ts";
import { Segredo } from "../../ui/Segredo.tsx";
import classes from "./CaixaForm.module.css";
import { type Campos, isSegredoNeeded } from "./campos.ts";
import { chooseEmissor } from "./provedores.ts";

/** The OAuth2 fields, used instead of a password. Stored secrets are never shown. */
export function CaixaOauth(props: {
  form: UseFormReturn<Campos>;
  guardada: CaixaDetalhe | null;
}): React.JSX.Element {
  const { form, guardada } = props;
  const { oauth: t, campos } = textos;
  const { errors } = form.formState;
  const dica = !guardada?.oauth
    ? undefined
    : isSegredoNeeded(form.getValues(), guardada)
      ? t.deNovo
      : t.guardado;
  const rotulos = (nome: string) => ({ mostrar: campos.mostrar(nome), esconder: campos.esconder(nome) });
  return (
    <fieldset className={classes.grupo}>
      <legend className="vh">{campos.autenticacoes.oauth2}</legend>
      <NativeSelect
        {...form.register("provedor", { onChange: () => fillEmissor(form) })}
        label={t.provedor}
        data={Object.entries(t.provedores).map(([value, label]) => ({ value, label }))}
      />
      <TextInput
        {...form.register("tokenUrl")}
        label={t.tokenUrl}
        description={errors.tokenUrl ? undefined : t.tokenUrlDica}
        error={errors.tokenUrl?.message}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
      />
      <TextInput
        {...form.register("clientId")}
        label={t.clientId}
        error={errors.clientId?.message}
        autoComplete="off"
        spellCheck={false}
      />
      <TextInput
        {...form.register("escopo")}
        label={t.escopo}
        error={errors.escopo?.message}
        autoComplete="off"
        spellCheck={false}
      />
      <Segredo
        {...form.register("clientSecret")}
        label={t.clientSecret}
        description={errors.clientSecret ? undefined : dica}
        error={errors.clientSecret?.message}
        autoComplete="new-password"
        rotulos={rotulos(t.clientSecret)}
      />
      <Segredo
        {...form.register("refreshToken")}
        label={t.refreshToken}
        description={errors.refreshToken ? undefined : t.refreshTokenDica}
        error={errors.refreshToken?.message}
        autoComplete="new-password"
        rotulos={rotulos(t.refreshToken)}
      />
    </fieldset>
  );
}

function fillEmissor(form: UseFormReturn<Campos>): void {
  const { tokenUrl, escopo } = chooseEmissor(form.getValues());
  form.setValue("tokenUrl", tokenUrl, { shouldDirty: true });
  form.setValue("escopo", escopo, { shouldDirty: true });
}
