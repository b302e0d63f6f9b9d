export { configAt, invalidConfig } from '../gates/config-at.ts';
