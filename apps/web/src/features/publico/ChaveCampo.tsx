import { IconAlertCircle, IconChecks, IconX } from "@tabler/icons-react";
import { useId } from "react";
import { download as textos } from "../../textos/publico.ts";
import classes from "./ChaveCampo.module.css";
import { cleanChave, groupChave, readFatos } from "./chave.ts";

/** The field of the access key, in groups of four, with the facts that the typed part contains. */
export function ChaveCampo(props: {
  chave: string;
  onChange: (chave: string) => void;
  onEnter: () => void;
  erro: string | undefined;
  autoFocus: boolean;
}): React.JSX.Element {
  const { chave, onChange, onEnter, erro, autoFocus } = props;
  const id = useId();
  return (
    <div className={classes.chave}>
      <div className={classes.topo}>
        <label htmlFor={id}>{textos.chave}</label>
        <span className="num">{textos.conta(chave.length)}</span>
      </div>
      <div className={classes.caixa} data-erro={erro === undefined ? undefined : ""}>
        <textarea
          id={id}
          className="mono"
          rows={1}
          value={groupChave(chave)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: this field is the purpose of the page
          autoFocus={autoFocus}
          aria-invalid={erro === undefined ? undefined : true}
          aria-describedby={erro === undefined ? undefined : `${id}-erro`}
          onChange={({ currentTarget }) => onChange(cleanChave(currentTarget.value))}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            onEnter();
          }}
        />
        {chave !== "" && (
          <button type="button" className="icone" aria-label={textos.limpar} onClick={() => onChange("")}>
            <IconX size={18} stroke={1.6} aria-hidden="true" />
          </button>
        )}
      </div>
      {erro !== undefined && (
        <p id={`${id}-erro`} className={classes.erro} role="alert">
          {erro}
        </p>
      )}
      <dl className={classes.fatos} aria-live="polite">
        {readFatos(chave).map(({ rotulo, valor, tom }) => (
          <div key={rotulo} data-tom={tom}>
            <dt>{rotulo}</dt>
            <dd>
              {tom === "certo" && <IconChecks size={16} stroke={1.6} aria-hidden="true" />}
              {tom === "errado" && <IconAlertCircle size={16} stroke={1.6} aria-hidden="true" />}
              {valor}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
