import type { OperationProblem } from '@warranty/contracts/api-tester';
import type { OperationParameter, VendorOperation } from '@warranty/contracts/vendors/vendor';
import { problem } from './problems.ts';

type InputValue = string | number | boolean;
export type InputValues = Readonly<Record<string, InputValue | undefined>>;

/** The values to send, by parameter name; omitted values are missing. */
export type ReadValues = ReadonlyMap<string, InputValue>;

const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** The entered text in the vendor's case; empty if there is none. */
export function writtenText({ name, transform }: OperationParameter, values: InputValues): string {
  const typed = Object.hasOwn(values, name) ? values[name] : undefined;
  const text = typed === undefined ? '' : String(typed).trim();
  return transform === 'upper' ? text.toUpperCase() : text;
}

/** The entered text or the default; empty if there is neither. */
const typedText = (parameter: OperationParameter, values: InputValues) =>
  writtenText(parameter, values) || (parameter.default ?? '');

const matches = (pattern: string | null, text: string) => pattern === null || new RegExp(pattern).test(text);

function mistake({ name, type, enum: allowed, pattern, in: place }: OperationParameter, text: string) {
  if (type === 'number' && !(decimal.test(text) && Number.isFinite(Number(text))))
    return `Parameter ${name} must be a number`;
  if (type === 'boolean' && !/^(true|false)$/i.test(text))
    return `Parameter ${name} must be a boolean (true/false)`;
  if (allowed && !allowed.includes(text)) return `Parameter ${name} must be one of: ${allowed.join(', ')}`;
  if (!matches(pattern, text) || !text.isWellFormed() || (place === 'path' && isDots(text)))
    return `Parameter ${name} does not match required pattern`;
  return null;
}

/** Dot segments are resolved away in a path, however they are encoded. */
const isDots = (text: string) => text === '.' || text === '..';

function sentValue({ type, wireValues }: OperationParameter, text: string): InputValue {
  if (type === 'number') return Number(text);
  if (type === 'boolean') return text.toLowerCase() === 'true';
  return wireValues && Object.hasOwn(wireValues, text) ? (wireValues[text] ?? text) : text;
}

/** What is wrong with one value, or null. Used by the form for each field. */
export function parameterProblem(parameter: OperationParameter, values: InputValues): string | null {
  const text = typedText(parameter, values);
  if (text !== '') return mistake(parameter, text);
  return parameter.required ? `Missing required parameter: ${parameter.name}` : null;
}

/** The pattern that an entered value does not match, shown with the error; null if the pattern is not the reason. */
export function refusingPattern(parameter: OperationParameter, values: InputValues): string | null {
  const text = typedText(parameter, values);
  return text === '' || matches(parameter.pattern, text) ? null : parameter.pattern;
}

export function readParameters(
  { parameters }: VendorOperation,
  values: InputValues,
): { read: ReadValues; problems: OperationProblem[] } {
  const read = new Map<string, InputValue>();
  const problems: OperationProblem[] = [];
  for (const parameter of parameters) {
    const found = parameterProblem(parameter, values);
    const text = typedText(parameter, values);
    if (found) problems.push(problem(`parameters.${parameter.name}`, found));
    else if (text !== '') read.set(parameter.name, sentValue(parameter, text));
  }
  return { read, problems };
}
