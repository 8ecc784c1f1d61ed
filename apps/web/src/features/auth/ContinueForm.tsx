import { Avatar, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { CurrentUser } from "../../rpc/documents/queries.ts";
import { canPasskey } from "../../rpc/session/can-passkey.ts";
import type { PasskeyProof } from "../../rpc/session/prove-passkey.ts";
import { signInTexts as texts } from "../../texts/app/sign-in.ts";
import { Alert } from "../../ui/feedback/Alert.tsx";
import { OverlayForm } from "../../ui/form/OverlayForm.tsx";
import { PasswordField } from "../../ui/form/PasswordField.tsx";
import classes from "./auth.module.css";
import { messageOf } from "./message-of.ts";
import { PasskeySignIn } from "./PasskeySignIn.tsx";
import { type SecondFactor, trySignIn } from "./sign-in.ts";
import { displayNameOf, initialsOf } from "./user-name.ts";

const { continuar: t } = texts;

type Props = {
  user: CurrentUser;
  onSignedIn: () => void;
  /** Closes the form; the page stays, and what it asked for goes on waiting. */
  onLater: () => void;
  /** Leaves the page: another person signs in. */
  onLeave: () => void;
};

/** Signs the user of the open page in again, by the password, and a second factor if they have one. */
export function ContinueForm({ user, onSignedIn, onLater, onLeave }: Props): React.JSX.Element {
  const attempt = useAttempt(user, onSignedIn);
  const { factor } = attempt;
  return (
    <OverlayForm onSubmit={() => void attempt.submit()}>
      <Stack gap={18}>
        <Text c="var(--text-2)">{t.texto}</Text>
        <UserCard user={user} onLeave={onLeave} />
        {attempt.refusal && <Alert>{attempt.refusal}</Alert>}
        <PasswordField
          label={texts.senha}
          value={attempt.senha}
          description={user.conta.sandbox ? t.dicaDemonstracao : t.dica}
          inputWrapperOrder={["label", "input", "description"]}
          autoComplete="current-password"
          data-autofocus
          onChange={({ currentTarget }) => attempt.setSenha(currentTarget.value)}
          labels={{ show: texts.mostrarSenha, hide: texts.esconderSenha }}
        />
        {factor === "passkey" && canPasskey() && (
          <PasskeySignIn
            mode="usar"
            check={async () => true}
            onProof={attempt.submit}
            onFailure={(error) => attempt.setRefusal(messageOf(error))}
          />
        )}
        {factor !== null && (
          <TextInput
            label={factor === "codigo" ? texts.codigo : texts.codigoOuReserva}
            description={texts.codigoDica}
            value={attempt.codigo}
            autoComplete="one-time-code"
            spellCheck={false}
            autoFocus
            onChange={({ currentTarget }) => attempt.setCodigo(currentTarget.value)}
          />
        )}
        <Group justify="flex-end" gap={8}>
          <Link to="/esqueceu_senha" target="_blank" className="link" style={{ marginRight: "auto" }}>
            {texts.esqueceu}
          </Link>
          <Button variant="default" onClick={onLater}>
            {t.voltar}
          </Button>
          <Button type="submit" disabled={attempt.senha === ""} loading={attempt.sending}>
            {t.entrar}
          </Button>
        </Group>
      </Stack>
    </OverlayForm>
  );
}

function UserCard({ user, onLeave }: Pick<Props, "user" | "onLeave">): React.JSX.Element {
  const name = displayNameOf(user.usuario);
  return (
    <Group className={classes.card} wrap="nowrap" gap={10}>
      <Avatar component="span" variant="filled" color="malote" size={26} aria-hidden="true">
        {initialsOf(name)}
      </Avatar>
      <Text span flex={1} miw={0} lh="18px">
        <Text span display="block" inherit truncate fw={600}>
          {name}
        </Text>
        <Text span display="block" size="xs" lh="inherit" c="var(--text-2)" truncate>
          {t.quem(user.usuario.nomeUsuario, user.conta.identificador)}
        </Text>
      </Text>
      <button type="button" className="link" onClick={onLeave}>
        {t.naoSouEu}
      </button>
    </Group>
  );
}

function useAttempt({ usuario, conta }: CurrentUser, onSignedIn: () => void) {
  const [senha, setSenha] = useState("");
  const [codigo, setCodigo] = useState("");
  const [factor, setFactor] = useState<SecondFactor | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const submit = async (passkey?: PasskeyProof): Promise<void> => {
    setSending(true);
    setRefusal(null);
    const identity = { identificador: conta.identificador, nomeUsuario: usuario.nomeUsuario };
    const failure = await trySignIn({ ...identity, senha, codigo: codigo.trim(), passkey });
    setSending(false);
    if (failure === null) return onSignedIn();
    if (failure.factor === null) setSenha("");
    setCodigo("");
    // The first request for the second factor is a question, not a refusal.
    if (failure.factor === null || factor !== null) setRefusal(failure.message);
    if (failure.factor !== null) setFactor(failure.factor);
  };
  return { senha, setSenha, codigo, setCodigo, factor, refusal, setRefusal, sending, submit };
}
