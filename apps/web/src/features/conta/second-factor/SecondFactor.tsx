import type { ResultOf } from "@malote/contract";
import { Button, Group, Image, Text } from "@mantine/core";
import { useState } from "react";
import { call } from "../../../rpc/call/call.ts";
import { Refusal } from "../../../rpc/call/failures.ts";
import { useQuery } from "../../../rpc/call/use-query.ts";
import { passkeysQuery } from "../../../rpc/conta/account.ts";
import { canPasskey } from "../../../rpc/session/can-passkey.ts";
import { type PasskeyProof, provePresence } from "../../../rpc/session/prove-passkey.ts";
import { accountTexts } from "../../../texts/admin/account.ts";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { Panel } from "../Panel.tsx";
import { BackupCodes } from "./BackupCodes.tsx";
import { ProofForm } from "./ProofForm.tsx";
import { refreshSecondFactor } from "./refresh-second-factor.ts";

const texts = accountTexts.segundoFator;
type StartedSetup = ResultOf<"Auth.startSegundoFator">["object"];
type Proof = { codigo: string } | { passkey: PasskeyProof };
type Phase =
  | { kind: "parado"; takesFocus: boolean }
  | { kind: "senha" }
  | { kind: "prova" }
  | { kind: "prova-senha"; proof: Proof }
  | { kind: "codigo"; started: StartedSetup }
  | { kind: "reservas"; codes: string[] };

/**
 * The second factor by authenticator: enabled in two steps, disabled with a code and, after an old
 * sign-in, the password. The flag says that the conta requires it of this user.
 */
export function SecondFactor({ isMissing }: { isMissing: boolean }): React.JSX.Element {
  const { data: passkeyList } = useQuery(passkeysQuery);
  const isEnabled = passkeyList?.autenticador ?? false;
  const hasPasskey = canPasskey() && (passkeyList?.passkeys.length ?? 0) > 0;
  const [phase, setPhase] = useState<Phase>({ kind: "parado", takesFocus: false });
  const finish = (): void => setPhase({ kind: "parado", takesFocus: true });
  const onPassword = async (password: string): Promise<void> => {
    setPhase({ kind: "codigo", started: (await call("Auth.startSegundoFator", { senha: password })).object });
  };
  const turnOff = async (proofs: Proof & { senha?: string }): Promise<void> => {
    await call("Auth.removeSegundoFator", proofs);
    await refreshSecondFactor();
    showToast(texts.desfeito);
    finish();
  };
  const onProof = async (proof: Proof): Promise<void> => {
    try {
      await turnOff(proof);
    } catch (error) {
      if (!(error instanceof Refusal) || error.erros[0]?.campo !== "senha") throw error;
      setPhase({ kind: "prova-senha", proof });
    }
  };
  const onCode = async (typedCode: string): Promise<void> => {
    const { object } = await call("Auth.confirmSegundoFator", { codigo: typedCode });
    setPhase({ kind: "reservas", codes: object.codigosReserva });
    await refreshSecondFactor();
    showToast(texts.feito);
  };
  return (
    <Panel title={texts.titulo} text={texts.texto}>
      {isMissing && (
        <Text size="sm" c="var(--warn-text)">
          {accountTexts.seguranca.falta}
        </Text>
      )}
      {phase.kind === "parado" && (
        <Group gap={12}>
          <Button
            variant="default"
            autoFocus={phase.takesFocus}
            onClick={() => setPhase({ kind: isEnabled ? "prova" : "senha" })}
          >
            {isEnabled ? texts.desligar : texts.ligar}
          </Button>
          <Text span inherit c="dimmed">
            {stateTextOf(isEnabled, passkeyList?.passkeys.length ?? 0)}
          </Text>
        </Group>
      )}
      {phase.kind === "senha" && <ProofForm fieldName="senha" onCancel={finish} onDone={onPassword} />}
      {phase.kind === "prova" && (
        <ProofForm
          fieldName="prova"
          onCancel={finish}
          onDone={(typedCode) => onProof({ codigo: typedCode })}
          onPasskey={hasPasskey ? async () => onProof({ passkey: await provePresence() }) : undefined}
        />
      )}
      {phase.kind === "prova-senha" && (
        <ProofForm
          fieldName="senha"
          onCancel={finish}
          onDone={(password) => turnOff({ ...phase.proof, senha: password })}
        />
      )}
      {phase.kind === "codigo" && (
        <>
          <p>{texts.ler}</p>
          <Image
            w={180}
            h={180}
            p={8}
            bg="var(--paper)"
            src={`data:image/svg+xml;utf8,${encodeURIComponent(phase.started.qrSvg)}`}
            alt={texts.qr}
          />
          <p>
            {texts.chave}:{" "}
            <Text span inherit className="mono wrap-anywhere" lts="0.04em">
              {phase.started.segredo}
            </Text>
          </p>
          <ProofForm fieldName="codigo" onCancel={finish} onDone={onCode} />
        </>
      )}
      {phase.kind === "reservas" && <BackupCodes codes={phase.codes} onStored={finish} />}
    </Panel>
  );
}

function stateTextOf(isEnabled: boolean, passkeys: number): string {
  if (isEnabled) return texts.ligado;
  return passkeys > 0 ? texts.desligadoComPasskey : texts.desligado;
}
