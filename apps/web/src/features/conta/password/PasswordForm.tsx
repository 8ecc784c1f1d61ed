import { newPassword as passwordRule } from "@malote/contract";
import * as z from "zod/mini";
import { showFormFailure } from "../../../rpc/call/show-form-failure.ts";
import { peopleMessages } from "../../../texts/names/messages.ts";
import { newPasswordTexts as texts } from "../../../texts/site/accounts.ts";
import { TaskForm } from "../../../ui/form/TaskForm.tsx";
import { useStoredForm } from "../../../ui/form/use-stored-form.ts";
import { NewPasswordFields, type PasswordValues } from "./NewPasswordFields.tsx";

const schema = z.object({ senha: passwordRule, repetida: z.string() }).check(
  z.refine(({ senha, repetida }) => senha === repetida, {
    message: peopleMessages.senhasDiferentes,
    path: ["repetida"],
  }),
);

/** The form for a new password, opened by a link, with the user's identity. */
export function PasswordForm(props: {
  linkHolder: { identificador: string; nomeUsuario: string };
  submitLabel: string;
  /** Sends the password; a thrown error is shown. */
  onPassword: (senha: string) => Promise<void>;
}): React.JSX.Element {
  const { linkHolder, submitLabel, onPassword } = props;
  const form = useStoredForm<PasswordValues>({
    schema,
    values: { senha: "", repetida: "" },
    save: ({ senha }) => onPassword(senha),
    onFailure: (error, form) =>
      showFormFailure(error, form, (name) => (/senha|password/i.test(name) ? "senha" : undefined)),
  });
  return (
    <TaskForm form={form} submitLabel={submitLabel}>
      <div>
        <p>
          <span className="t-dimmed">{texts.identificador}</span> <b>{linkHolder.identificador}</b>
        </p>
        <p>
          <span className="t-dimmed">{texts.nomeUsuario}</span> <b>{linkHolder.nomeUsuario}</b>
        </p>
      </div>
      {/* For password managers, which look for a user name beside the password. */}
      <input
        className="vh"
        type="text"
        autoComplete="username"
        value={linkHolder.nomeUsuario}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <NewPasswordFields form={form} />
    </TaskForm>
  );
}
