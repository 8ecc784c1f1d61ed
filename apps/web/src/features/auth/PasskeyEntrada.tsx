import { type PasskeyProva, proveEntrada } from "../../rpc/passkey.ts";
import { passkeys as textos } from "../../textos/passkeys.ts";
import { PasskeyBotao } from "./PasskeyBotao.tsx";

/**
 * The sign-in button that requests a passkey, instead of a password or after one. Loaded only
 * where the browser supports passkeys.
 * @param props `check`: whether the typed fields are sufficient; then one callback for the proof
 * and one for a failure
 */
export function PasskeyEntrada(props: {
  vez: "entrar" | "usar";
  check: () => Promise<boolean>;
  onProva: (passkey: PasskeyProva) => Promise<void>;
  onFalha: (error: unknown) => void;
}): React.JSX.Element {
  const { vez, check, onProva, onFalha } = props;
  const ask = async (): Promise<void> => {
    if (!(await check())) return;
    try {
      await onProva(await proveEntrada());
    } catch (error) {
      onFalha(error);
    }
  };
  return <PasskeyBotao rotulo={textos[vez]} size={vez === "entrar" ? "md" : "sm"} fullWidth onPedir={ask} />;
}
