import { newPassword } from "@malote/contract";
import * as z from "zod/mini";
import { call } from "../../../rpc/call/call.ts";
import { showFormFailure } from "../../../rpc/call/show-form-failure.ts";
import { refreshSessions } from "../../../rpc/conta/account.ts";
import type { Usuario } from "../../../rpc/conta/usuarios.ts";
import { accountTexts } from "../../../texts/admin/account.ts";
import { peopleMessages } from "../../../texts/names/messages.ts";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { field } from "../../../ui/form/field.ts";
import { PasswordField } from "../../../ui/form/PasswordField.tsx";
import { SectionForm } from "../../../ui/form/TaskForm.tsx";
import { useStoredForm } from "../../../ui/form/use-stored-form.ts";
import { Panel } from "../Panel.tsx";
import { NewPasswordFields } from "./NewPasswordFields.tsx";

const texts = accountTexts.senha;
const schema = z
  .object({
    atual: z.string().check(z.minLength(1, peopleMessages.senhaAtualObrigatoria)),
    senha: newPassword,
    repetida: z.string(),
  })
  .check(
    z.refine(({ senha, repetida }) => senha === repetida, {
      message: peopleMessages.senhasDiferentes,
      path: ["repetida"],
    }),
  );
type FormValues = z.infer<typeof schema>;
const EMPTY_VALUES: FormValues = { atual: "", senha: "", repetida: "" };

/** Changes the user's own password. */
export function PasswordPanel({ usuario }: { usuario: Usuario }): React.JSX.Element {
  const { id, nome, nomeUsuario, nomeCompleto, email } = usuario;
  const form = useStoredForm<FormValues>({
    schema,
    values: EMPTY_VALUES,
    mode: "onSubmit",
    save: async ({ atual, senha }) => {
      await call("Usuario.saveUsuario", {
        usuario: { id, nome, nomeUsuario, nomeCompleto, email },
        newPassword: senha,
        senhaAtual: atual,
      });
      form.reset(EMPTY_VALUES);
      await refreshSessions();
      showToast(texts.trocada);
    },
    onFailure: (error, form) =>
      showFormFailure(error, form, (fieldName) => (fieldName === "senhaAtual" ? "atual" : "senha")),
  });
  return (
    <Panel title={texts.titulo} text={texts.texto}>
      <SectionForm form={form} submitLabel={texts.trocar}>
        <PasswordField {...field(form, "atual")} label={texts.atual} autoComplete="current-password" />
        <NewPasswordFields form={form} />
      </SectionForm>
    </Panel>
  );
}
