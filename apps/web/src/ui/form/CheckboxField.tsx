import { useId } from "react";
import classes from "./CheckboxField.module.css";

/** A checkbox with a label and a description. */
export function CheckboxField(props: {
  title: string;
  text: string;
  mono?: boolean;
  checked: boolean;
  disabled?: boolean;
  onChange: () => void;
}): React.JSX.Element {
  const { title, text, mono = false, checked, disabled = false, onChange } = props;
  const id = useId();
  return (
    <label className={classes.marcavel} data-impedido={disabled || undefined}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={onChange}
        aria-labelledby={`${id}-t`}
        aria-describedby={`${id}-d`}
      />
      <span>
        <span id={`${id}-t`} className={mono ? "mono" : undefined}>
          {title}
        </span>
        <span id={`${id}-d`} className={classes.sobre}>
          {text}
        </span>
      </span>
    </label>
  );
}
