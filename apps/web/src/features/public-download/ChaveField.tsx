import { IconAlertCircle, IconChecks, IconX } from "@tabler/icons-react";
import { useId } from "react";
import { downloadTexts as texts } from "../../texts/site/public-pages.ts";
import classes from "./ChaveField.module.css";
import { extractChave, formatChaveGroups, readFacts } from "./chave-facts.ts";

/** The field of the access key, in groups of four, with the facts that the typed part contains. */
export function ChaveField(props: {
  chave: string;
  onChange: (chave: string) => void;
  onEnter: () => void;
  errorText: string | undefined;
  autoFocus: boolean;
}): React.JSX.Element {
  const { chave, onChange, onEnter, errorText, autoFocus } = props;
  const id = useId();
  return (
    <div className={classes.chave}>
      <div className={classes.topo}>
        <label htmlFor={id}>{texts.chave}</label>
        <span className="num">{texts.conta(chave.length)}</span>
      </div>
      <div className={classes.caixa} data-erro={errorText === undefined ? undefined : ""}>
        <textarea
          id={id}
          className="mono"
          rows={1}
          value={formatChaveGroups(chave)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: this field is the purpose of the page
          autoFocus={autoFocus}
          aria-invalid={errorText === undefined ? undefined : true}
          aria-describedby={errorText === undefined ? undefined : `${id}-erro`}
          onChange={({ currentTarget }) => onChange(extractChave(currentTarget.value))}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            onEnter();
          }}
        />
        {chave !== "" && (
          <button type="button" className="icone" aria-label={texts.limpar} onClick={() => onChange("")}>
            <IconX size={18} stroke={1.6} aria-hidden="true" />
          </button>
        )}
      </div>
      {errorText !== undefined && (
        <p id={`${id}-erro`} className={classes.erro} role="alert">
          {errorText}
        </p>
      )}
      <dl className={classes.fatos} aria-live="polite">
        {readFacts(chave).map(({ label: factLabel, value: factValue, tone }) => (
          <div key={factLabel} data-tom={tone}>
            <dt>{factLabel}</dt>
            <dd>
              {tone === "certo" && <IconChecks size={16} stroke={1.6} aria-hidden="true" />}
              {tone === "errado" && <IconAlertCircle size={16} stroke={1.6} aria-hidden="true" />}
              {factValue}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
