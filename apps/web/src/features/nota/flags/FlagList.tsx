import { formatDateTime } from "@malote/syntax";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { flagSentences as flagTexts } from "../../../texts/lists/flags.ts";
import { notaTexts as texts } from "../../../texts/nota/nota.ts";
import { FlagIcon } from "../../../ui/list/Flag.tsx";
import classes from "./FlagList.module.css";
import { type FlagName, flagStateOf } from "./flag-state.ts";

const FLAG_ORDER: readonly FlagName[] = ["recebido", "conferido", "processado"];

/**
 * The flags of a document, one line each: who set it, when, and a button that sets or clears it.
 */
export function FlagList(props: {
  nota: Nota;
  timeZone: string;
  onSetFlag: (flag: FlagName, turnOn: boolean) => void;
}): React.JSX.Element {
  const { nota, timeZone, onSetFlag } = props;
  return (
    <section>
      <h2 className="t-secao">{texts.marcas.titulo}</h2>
      {nota.quarentena ? (
        <p className={classes.bloqueadas}>{texts.marcas.bloqueadas}</p>
      ) : (
        <ul className={classes.lista}>
          {FLAG_ORDER.map((flag) => (
            <FlagRow key={flag} nota={nota} flag={flag} timeZone={timeZone} onSetFlag={onSetFlag} />
          ))}
        </ul>
      )}
    </section>
  );
}

function FlagRow(props: {
  nota: Nota;
  flag: FlagName;
  timeZone: string;
  onSetFlag: (flag: FlagName, turnOn: boolean) => void;
}): React.JSX.Element {
  const { nota, flag, timeZone, onSetFlag } = props;
  const { isOn, por, em } = flagStateOf(nota, flag);
  const { nome } = flagTexts[flag];
  const quem = [por ?? flagTexts.alguem, em ? formatDateTime(em, timeZone) : null].filter(Boolean).join(", ");
  return (
    <li className={classes.linha} data-marca={flag}>
      <FlagIcon isOn={isOn} />
      <span className={classes.nome}>
        <b>{nome}</b> <span>{isOn ? quem : texts.marcas.aindaNao}</span>
      </span>
      <button
        type="button"
        className={classes.acao}
        data-ligada={isOn}
        onClick={() => onSetFlag(flag, !isOn)}
      >
        {isOn ? texts.marcas.desfazer : texts.marcas.marcar}
        <span className="vh"> {nome}</span>
      </button>
    </li>
  );
}
