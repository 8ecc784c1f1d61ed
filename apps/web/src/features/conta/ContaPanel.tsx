import { identificador, tipoPessoa, uf } from "@malote/contract";
import { UFS } from "@malote/syntax";
import { Switch, TextInput } from "@mantine/core";
import * as z from "zod/mini";
import { call } from "../../rpc/call/call.ts";
import { fieldOfPath, showFormFailure } from "../../rpc/call/show-form-failure.ts";
import { type Conta, refreshConta } from "../../rpc/conta/account.ts";
import { accountTexts } from "../../texts/admin/account.ts";
import { peopleMessages } from "../../texts/names/messages.ts";
import { personTypes } from "../../texts/names/people.ts";
import { createContaTexts } from "../../texts/site/accounts.ts";
import { showToast } from "../../ui/feedback/toast.tsx";
import { FieldPair } from "../../ui/form/Fields.tsx";
import { FormSelectField } from "../../ui/form/FormSelectField.tsx";
import { field, flag } from "../../ui/form/field.ts";
import { SectionForm } from "../../ui/form/TaskForm.tsx";
import { useStoredForm } from "../../ui/form/use-stored-form.ts";
import { Panel } from "./Panel.tsx";

const texts = accountTexts.conta;
const schema = z.object({ tipoPessoa, identificador, uf, downloadPublico: z.boolean() });
const formFieldOf = fieldOfPath(["tipoPessoa", "identificador", "uf"] as const);
const NO_UF_OPTION = { value: "", label: createContaTexts.ufVazia };
const UF_OPTIONS = UFS.map(({ sigla, nome }) => ({ value: sigla, label: `${sigla}, ${nome}` }));

/** The settings of the conta; read-only for users who are not managers. */
export function ContaPanel({ conta, isManager }: { conta: Conta; isManager: boolean }): React.JSX.Element {
  const { tipoPessoa, identificador, uf, downloadPublico } = conta;
  const form = useStoredForm<z.infer<typeof schema>>({
    schema,
    values: { tipoPessoa, identificador, uf, downloadPublico },
    resets: true,
    save: async (values) => {
      await call("Conta.saveConta", { conta: { ...values, identificador: values.identificador.trim() } });
      await refreshConta();
      showToast(texts.salva);
    },
    onFailure: (error, form) =>
      showFormFailure(error, form, formFieldOf, peopleMessages.erroConfigurandoConta),
  });
  const identificadorHint = conta.sandbox ? peopleMessages.identificadorDoSandbox : texts.identificadorDica;
  return (
    <Panel title={texts.titulo} {...(isManager ? {} : { text: texts.soAdministrador })}>
      <SectionForm form={form} submitLabel={isManager ? texts.salvar : null}>
        <TextInput
          {...field(form, "identificador", identificadorHint)}
          label={texts.identificador}
          readOnly={conta.sandbox}
          autoCapitalize="none"
          spellCheck={false}
        />
        <FieldPair>
          <FormSelectField
            control={form.control}
            name="tipoPessoa"
            label={texts.tipoPessoa}
            disabled={!isManager}
            empty={{ value: "Jurídica", label: personTypes.Jurídica }}
            options={[{ value: "Física", label: personTypes.Física }]}
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
        </FieldPair>
        <Switch {...flag(form, "downloadPublico")} label={texts.publico} description={texts.publicoDica} />
      </SectionForm>
    </Panel>
  );
}
