import type { OperationProblem } from '@warranty/contracts/api-tester';
import type { OperationParameter, VendorOperation } from '@warranty/contracts/vendor-catalog';
import { problem } from './problems.ts';

export type TypedValue = string | number | boolean;
export type TypedValues = Readonly<Record<string, TypedValue | undefined>>;

/** The values as they are sent, by the parameter's own name; what was left out is not there. */
export type ReadValues = ReadonlyMap<string, TypedValue>;

const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** What was typed for a parameter, or its default; empty where there is neither. */
function typedText(parameter: OperationParameter, values: TypedValues): string {
  const typed = Object.hasOwn(values, parameter.name) ? values[parameter.name] : undefined;
  const text = typed === undefined ? '' : String(typed).trim();
  const written = parameter.typedAs === 'upper' ? text.toUpperCase() : text;
  return written === '' ? (parameter.default ?? '') : written;
}

function mistake({ name, type, enum: allowed, pattern, in: place }: OperationParameter, text: string) {
  if (type === 'number' && !(decimal.test(text) && Number.isFinite(Number(text))))
    return `Parameter ${name} must be a number`;
  if (type === 'boolean' && !/^(true|false)$/i.test(text))
    return `Parameter ${name} must be a boolean (true/false)`;
  if (allowed && !allowed.includes(text)) return `Parameter ${name} must be one of: ${allowed.join(', ')}`;
  if (pattern && !new RegExp(pattern).test(text)) return `Parameter ${name} does not match required pattern`;
  if (!text.isWellFormed() || (place === 'path' && isDots(text)))
    return `Parameter ${name} does not match required pattern`;
  return null;
}

/** Another segment than it looks: no encoding keeps a path from being resolved over these. */
const isDots = (text: string) => text === '.' || text === '..';

function sentValue({ type, sentAs = {} }: OperationParameter, text: string): TypedValue {
  if (type === 'number') return Number(text);
  if (type === 'boolean') return text.toLowerCase() === 'true';
  return Object.hasOwn(sentAs, text) ? (sentAs[text] ?? text) : text;
}

/** What is wrong with one value, or null: for the form, field by field. */
export function parameterProblem(parameter: OperationParameter, values: TypedValues): string | null {
  const text = typedText(parameter, values);
  if (text !== '') return mistake(parameter, text);
  return parameter.required ? `Missing required parameter: ${parameter.name}` : null;
}

export function readParameters(
  { parameters }: VendorOperation,
  values: TypedValues,
): { read: ReadValues; problems: OperationProblem[] } {
  const read = new Map<string, TypedValue>();
  const problems: OperationProblem[] = [];
  for (const parameter of parameters) {
    const found = parameterProblem(parameter, values);
    const text = typedText(parameter, values);
    if (found) problems.push(problem(`parameters.${parameter.name}`, found));
    else if (text !== '') read.set(parameter.name, sentValue(parameter, text));
  }
  return { read, problems };
}
