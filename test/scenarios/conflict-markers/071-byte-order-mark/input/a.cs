using System;
class Program {}
