import { type PasskeyProof, proveSignIn } from "../../rpc/session/prove-passkey.ts";
import { passkeyTexts as texts } from "../../texts/app/passkeys.ts";
import { PasskeyButton } from "./PasskeyButton.tsx";

/**
 * The sign-in button that requests a passkey, instead of a password or after one. Loaded only
 * where the browser supports passkeys.
 * @param props `check`: whether the typed fields are sufficient; then one callback for the proof
 * and one for a failure
 */
export function PasskeySignIn(props: {
  mode: "entrar" | "usar";
  check: () => Promise<boolean>;
  onProof: (passkey: PasskeyProof) => Promise<void>;
  onFailure: (error: unknown) => void;
}): React.JSX.Element {
  const { mode, check, onProof, onFailure } = props;
  const request = async (): Promise<void> => {
    if (!(await check())) return;
    try {
      await onProof(await proveSignIn());
    } catch (error) {
      onFailure(error);
    }
  };
  return (
    <PasskeyButton label={texts[mode]} size={mode === "entrar" ? "md" : "sm"} fullWidth onRequest={request} />
  );
}
