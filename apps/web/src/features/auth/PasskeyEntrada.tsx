import { type PasskeyProva, proveEntrada } from "../../rpc/passkey.ts";
import { passkeys as textos } from "../../textos/passkeys.ts";
import { PasskeyBotao } from "./PasskeyBotao.tsx";

/**
 * The button of the sign-in that asks for a passkey, instead of a password or after one. Loaded where a browser allows passkeys.
 * @param props.check whether what was typed is enough to ask; onProva: what to do with the proof; onFalha: shows why there is none
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
