import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { call } from "../../../rpc/call/call.ts";
import { useQuery } from "../../../rpc/call/use-query.ts";
import { type Passkey, passkeysQuery, refreshPasskeys } from "../../../rpc/conta/account.ts";
import { canPasskey } from "../../../rpc/session/can-passkey.ts";
import { createPasskey } from "../../../rpc/session/create-passkey.ts";
import { type PasskeyProof, provePresence } from "../../../rpc/session/prove-passkey.ts";
import { passkeyTexts as texts } from "../../../texts/app/passkeys.ts";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { askConfirmation } from "../../../ui/overlay/ask-confirmation.tsx";
import { browserNameOf } from "../browser-name.ts";
import { Panel } from "../Panel.tsx";
import { BackupCodes } from "./BackupCodes.tsx";
import { PasskeyNameForm } from "./PasskeyNameForm.tsx";
import { PasskeyRow } from "./PasskeyRow.tsx";
import { ProofForm } from "./ProofForm.tsx";
import { refreshSecondFactor } from "./refresh-second-factor.ts";

type Phase =
  | { kind: "parado"; takesFocus: boolean }
  | { kind: "nova" }
  | { kind: "reservas"; codes: string[] }
  | { kind: "nomeando"; passkey: Passkey }
  | { kind: "ultima"; passkey: Passkey };
type Proof = { codigo: string } | { passkey: PasskeyProof };

/** The user's passkeys: create, rename and remove; or why this address allows none. */
export function Passkeys(): React.JSX.Element | null {
  const { data } = useQuery(passkeysQuery);
  const [phase, setPhase] = useState<Phase>({ kind: "parado", takesFocus: false });
  const finish = (): void => setPhase({ kind: "parado", takesFocus: true });
  if (!data) return null;
  const { passkeys, origem, limite, autenticador } = data;
  const create = async (name: string): Promise<void> => {
    const { codigosReserva } = await createPasskey(name);
    await refreshSecondFactor();
    showToast(texts.criada);
    if (codigosReserva.length > 0) return setPhase({ kind: "reservas", codes: codigosReserva });
    finish();
  };
  const rename = async ({ id }: Passkey, name: string): Promise<void> => {
    await call("Passkey.renamePasskey", { id, nome: name });
    await refreshPasskeys();
    showToast(texts.renomeada);
    finish();
  };
  const remove = async ({ id }: Passkey, proof?: Proof): Promise<void> => {
    await call("Passkey.removePasskey", { id, ...proof });
    await refreshSecondFactor();
    showToast(texts.removida);
    finish();
  };
  const confirmRemoval = async (passkey: Passkey): Promise<void> => {
    if (passkeys.length === 1 && !autenticador) return setPhase({ kind: "ultima", passkey });
    const question = { titulo: texts.removerTitulo(passkey.nome), texto: texts.removerTexto };
    if (await askConfirmation({ ...question, acao: texts.remover, destrutiva: true })) await remove(passkey);
  };
  return (
    <Panel title={texts.titulo} text={texts.texto}>
      <ul>
        {passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            onRename={() => setPhase({ kind: "nomeando", passkey })}
            onRemove={() => confirmRemoval(passkey)}
          />
        ))}
      </ul>
      {phase.kind === "parado" && (
        <CreatePasskey
          reachedLimit={passkeys.length >= limite ? limite : null}
          origem={origem}
          takesFocus={phase.takesFocus}
          onCreate={() => setPhase({ kind: "nova" })}
        />
      )}
      {phase.kind === "nova" && (
        <PasskeyNameForm
          initial={browserNameOf(navigator.userAgent) ?? ""}
          submitLabel={texts.cadastrar}
          onDone={create}
          onCancel={finish}
        />
      )}
      {phase.kind === "nomeando" && (
        <PasskeyNameForm
          key={phase.passkey.id}
          initial={phase.passkey.nome}
          submitLabel={texts.salvar}
          onDone={(name) => rename(phase.passkey, name)}
          onCancel={finish}
        />
      )}
      {phase.kind === "ultima" && (
        <>
          <p>{texts.ultima}</p>
          <ProofForm
            fieldName="prova"
            onCancel={finish}
            onDone={(codigo) => remove(phase.passkey, { codigo })}
            onPasskey={
              canPasskey() ? async () => remove(phase.passkey, { passkey: await provePresence() }) : undefined
            }
          />
        </>
      )}
      {phase.kind === "reservas" && <BackupCodes codes={phase.codes} onStored={finish} />}
    </Panel>
  );
}

/** The button that creates a passkey, or the reason why none can be created. */
function CreatePasskey(props: {
  /** The limit, once it is reached. */
  reachedLimit: number | null;
  origem: string | null;
  /** Whether the button takes the focus. */
  takesFocus: boolean;
  onCreate: () => void;
}): React.JSX.Element {
  const { reachedLimit, origem, takesFocus, onCreate } = props;
  if (origem === null)
    return (
      <Text size="sm" c="var(--warn-text)">
        {texts.semEndereco}
      </Text>
    );
  if (origem !== window.location.origin) {
    return (
      <Text size="sm" c="var(--warn-text)">
        {texts.outroEndereco(window.location.origin)}
        <a className="link" href={`${origem}/minha_conta`}>
          {origem}
        </a>
        .
      </Text>
    );
  }
  if (!canPasskey())
    return (
      <Text size="sm" c="var(--warn-text)">
        {texts.semNavegador}
      </Text>
    );
  if (reachedLimit !== null)
    return (
      <Text size="sm" c="dimmed">
        {texts.cheia(reachedLimit)}
      </Text>
    );
  return (
    <div>
      <Button variant="default" autoFocus={takesFocus} onClick={onCreate}>
        {texts.cadastrar}
      </Button>
    </div>
  );
}
