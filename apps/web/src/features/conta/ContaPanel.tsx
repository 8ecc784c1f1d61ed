import { identificador, PEOPLE_MESSAGES, tipoPessoa, uf } from "@malote/contract";
import { UFS } from "@malote/syntax";
import { Button, Switch, TextInput } from "@mantine/core";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { call } from "../../rpc/call/call.ts";
import { fieldOfPath, showFormFailure } from "../../rpc/call/show-form-failure.ts";
import { type Conta, refreshConta } from "../../rpc/conta/account.ts";
import { accountTexts } from "../../texts/admin/account.ts";
import { createContaTexts } from "../../texts/site/accounts.ts";
import { Alert } from "../../ui/feedback/Alert.tsx";
import { showToast } from "../../ui/feedback/toast.tsx";
import { FormSelectField } from "../../ui/form/FormSelectField.tsx";
import { GuardedForm } from "../../ui/form/GuardedForm.tsx";
import { schemaResolver } from "../../ui/form/schema-resolver.ts";
import classes from "./Panel.module.css";
import { Panel } from "./Panel.tsx";

const texts = accountTexts.conta;
const schema = z.object({ tipoPessoa, identificador, uf, downloadPublico: z.boolean() });
type FormValues = z.infer<typeof schema>;
const NO_UF_OPTION = { value: "", label: createContaTexts.ufVazia };
const UF_OPTIONS = UFS.map(({ sigla, nome }) => ({ value: sigla, label: `${sigla}, ${nome}` }));

/** The settings of the conta; read-only for users who are not managers. */
export function ContaPanel({ conta, isManager }: { conta: Conta; isManager: boolean }): React.JSX.Element {
  const { tipoPessoa, identificador, uf, downloadPublico } = conta;
  const stored: FormValues = { tipoPessoa, identificador, uf, downloadPublico };
  const form = useForm<FormValues>({
    resolver: schemaResolver<FormValues>(schema),
    mode: "onTouched",
    values: stored,
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const identificadorHint = conta.sandbox ? PEOPLE_MESSAGES.identificadorDoSandbox : texts.identificadorDica;
  const submit = form.handleSubmit(async (values) => {
    try {
      await call("Conta.saveConta", { conta: { ...values, identificador: values.identificador.trim() } });
      await refreshConta();
      showToast(texts.salva);
    } catch (error) {
      showFormFailure(
        error,
        form,
        fieldOfPath(["tipoPessoa", "identificador", "uf"] as const),
        PEOPLE_MESSAGES.erroConfigurandoConta,
      );
    }
  });
  return (
    <Panel title={texts.titulo} {...(isManager ? {} : { text: texts.soAdministrador })}>
      <GuardedForm
        className={classes.form}
        changed={isManager && isDirty}
        onSubmit={(event) => void submit(event)}
      >
        {errors.root && <Alert>{errors.root.message}</Alert>}
        <fieldset disabled={!isManager}>
          <TextInput
            {...form.register("identificador")}
            label={texts.identificador}
            description={errors.identificador ? undefined : identificadorHint}
            readOnly={conta.sandbox}
            error={errors.identificador?.message}
            autoCapitalize="none"
            spellCheck={false}
          />
          <div className={classes.dois}>
            <FormSelectField
              control={form.control}
              name="tipoPessoa"
              label={texts.tipoPessoa}
              disabled={!isManager}
              empty={{ value: "Jurídica", label: "Jurídica" }}
              options={[{ value: "Física", label: "Física" }]}
            />
            <FormSelectField
              control={form.control}
              name="uf"
              label={texts.uf}
              hint={texts.ufDica}
              disabled={!isManager}
              empty={NO_UF_OPTION}
              options={UF_OPTIONS}
            />
          </div>
          <Switch
            label={texts.publico}
            description={texts.publicoDica}
            checked={form.watch("downloadPublico")}
            onChange={({ currentTarget }) =>
              form.setValue("downloadPublico", currentTarget.checked, { shouldDirty: true })
            }
          />
        </fieldset>
        {isManager && (
          <div className={classes.acoes}>
            <Button type="submit" variant="default" disabled={!isDirty} loading={isSubmitting}>
              {texts.salvar}
            </Button>
          </div>
        )}
      </GuardedForm>
    </Panel>
  );
}
